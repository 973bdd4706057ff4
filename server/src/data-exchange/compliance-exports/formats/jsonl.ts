import type {Batch} from '../batch.ts';
import {inChunks} from './chunks.ts';
import {fileEntry} from './file-entry.ts';
import type {BatchOutput} from './formats.ts';

/**
 * JSON lines, a format of our own: for each channel a line of the kind `channel`, one `member` a stay, then one
 * `message` or `file` a record. Times in milliseconds, names in snake_case.
 */
export async function writeJsonl(batch: Batch, output: BatchOutput): Promise<void> {
  const rows = batch.channels.reduce((sum, {records}) => sum + records.length, 0);
  await output.add('export.jsonl', inChunks(linesOf(batch)), rows);
  for (const {records} of batch.channels) {
    for (const record of records) {
      if (record.kind !== 'file' || record.deleted) continue;
      const content = await output.open(record);
      if (content) await output.add(fileEntry(record), content);
    }
  }
}

function* linesOf({channels, startTime, endTime}: Batch): Generator<string> {
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  for (const {stays, records, ...channel} of channels) {
    yield line({
      kind: 'channel',
      id: channel.id,
      name: channel.name,
      display_name: channel.displayName,
      type: channel.type,
      team_id: channel.teamId,
      team_name: channel.teamName,
      team_display_name: channel.teamDisplayName,
      start_time: startTime,
      end_time: endTime,
    });
    for (const stay of stays) {
      yield line({
        kind: 'member',
        channel_id: channel.id,
        user_id: stay.userId,
        username: stay.username,
        email: stay.email,
        user_type: stay.userType,
        join_time: stay.joinTime,
        leave_time: stay.stillThere ? null : stay.leaveTime,
      });
    }
    for (const record of records) {
      const spoken = {
        kind: record.kind,
        channel_id: channel.id,
        post_id: record.postId,
        root_id: record.rootId,
        user_id: record.userId,
        username: record.username,
        email: record.email,
        user_type: record.userType,
        create_at: record.createAt,
        at: record.at,
      };
      yield line(
        record.kind === 'message'
          ? {
              ...spoken,
              update_type: record.updateType,
              edited_new_post_id: record.editedNewMsgId,
              shown_as: record.postUsername,
              previews_post_id: record.previewsPost,
              message: record.text,
            }
          : {
              ...spoken,
              file_id: record.fileId,
              name: record.name,
              size: record.size,
              media_type: record.mediaType,
              deleted: record.deleted,
              entry: record.deleted ? null : fileEntry(record),
            },
      );
    }
  }
}
