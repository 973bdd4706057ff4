import type {Batch, Conversation, FileRecord} from '../batch.ts';
import {addFiles, type BatchOutput, fileEntry, hasContent} from './batch-output.ts';
import {inChunks} from './chunks.ts';

/**
 * JSON lines, Patchbay's own format. Each channel has a `channel` line, then a `member` line for each membership, then
 * a `message` or `file` line for each record. Times are in milliseconds, names in snake_case.
 */
export async function writeJsonl(batch: Batch, output: BatchOutput): Promise<void> {
  let rows = 0;
  const files: FileRecord[] = [];
  async function* lines(): AsyncGenerator<string> {
    for await (const conversation of batch.conversations()) {
      yield* linesOf(conversation, batch);
      rows += conversation.records.length;
      files.push(...conversation.records.filter(hasContent));
    }
  }
  await output.add('export.jsonl', inChunks(lines()), () => rows);
  await addFiles(files, output);
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

function* linesOf({channel, records}: Conversation, {startTime, endTime}: Batch): Generator<string> {
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
  for (const membership of channel.memberships) {
    yield line({
      kind: 'member',
      channel_id: channel.id,
      user_id: membership.userId,
      username: membership.username,
      email: membership.email,
      user_type: membership.userType,
      join_time: membership.joinTime,
      leave_time: membership.isStillMember ? null : membership.leaveTime,
    });
  }
  for (const record of records) {
    const base = {
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
            ...base,
            update_type: record.updateType,
            edited_new_post_id: record.editedNewMsgId,
            shown_as: record.postUsername,
            previews_post_id: record.previewsPost,
            message: record.text,
          }
        : {
            ...base,
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
