import type {Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {Channels} from '../channels/channels.ts';
import {type Files, MAX_FILES_PER_POST, type WireFileInfo} from '../files/files.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {MAX_MESSAGE_LENGTH} from '../posts/schema.ts';
import type {Draft, SentDraft} from './schema.ts';
import {type DraftRow, deleteDraft, isThreadRoot, selectDrafts, upsertDraft} from './store.ts';

export type WireDraft = Static<typeof Draft>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /**
     * `connectionId` identifies the WebSocket of the client that made the change, which is not notified. Empty if it
     * has none.
     */
    'draft:saved': {draft: WireDraft; connectionId: string};
    'draft:deleted': {draft: WireDraft; connectionId: string};
  }
}

/** The maximum number of drafts of a user. */
const MAX_DRAFTS = 1000;

export type Drafts = ReturnType<typeof createDrafts>;

/** Unsent messages, one per channel and thread, synced across a user's devices. */
export function createDrafts({
  database,
  events,
  permissions,
  channels,
  files,
}: {
  database: Database;
  events: EventBus;
  permissions: Permissions;
  channels: Channels;
  files: Files;
}) {
  /** Presents drafts with the files that their author uploaded. */
  async function present(userId: string, rows: readonly DraftRow[]): Promise<WireDraft[]> {
    const ids = rows.map((row) => JSON.parse(row.fileids) as string[]);
    const unposted = await files.unposted(userId, ids.flat());
    return rows.map((row, index) => presentDraft(row, ids[index]!, (id) => unposted.get(id)));
  }

  async function remove(
    actor: Actor,
    channelId: string,
    rootId: string,
    connectionId: string,
  ): Promise<void> {
    const row = await deleteDraft(database, {userId: actor.userId, channelId, rootId});
    if (!row) return;
    const [draft] = await present(actor.userId, [row]);
    events.publish('draft:deleted', {draft: draft!, connectionId});
  }

  return {
    /** The actor's drafts in the channels of a team and in direct and group channels, newest first. */
    ofTeam: async (actor: Actor, teamId: string) =>
      present(actor.userId, await selectDrafts(database, actor.userId, teamId)),

    /**
     * Saves the actor's draft for a channel or thread, replacing the previous one. An empty draft deletes it and
     * returns undefined.
     *
     * @throws AppError 403 unless the actor may post there, 400 for an archived channel, an unknown thread, a message
     * that is too long, too many files, and too many drafts.
     */
    async save(
      actor: Actor,
      sent: Static<typeof SentDraft>,
      connectionId: string,
    ): Promise<WireDraft | undefined> {
      const {channel_id: channelId, root_id: rootId = '', message = '', file_ids: fileIds = []} = sent;
      await permissions.requireChannelPost(actor, channelId);
      if ((await channels.byId(channelId)).deleteat > 0) throw channelArchived();
      const runes = countCodePoints(message);
      if (runes > MAX_MESSAGE_LENGTH) throw messageTooLong(runes);
      if (fileIds.length > MAX_FILES_PER_POST) throw tooManyFiles(fileIds.length);
      if (rootId !== '' && !(await isThreadRoot(database, rootId, channelId))) {
        throw invalidBodyParam('root_id', {
          message: "This thread doesn't exist in the channel.",
          explanation: `No thread in the channel starts with the post ${rootId}.`,
        });
      }
      if (message === '' && fileIds.length === 0) {
        await remove(actor, channelId, rootId, connectionId);
        return undefined;
      }
      const now = Date.now();
      const draftRow = {
        userid: actor.userId,
        channelid: channelId,
        rootid: rootId,
        createat: now,
        updateat: now,
        deleteat: 0,
        message,
        props: sent.props ?? {},
        fileids: JSON.stringify(fileIds),
        priority: sent.priority ?? {},
        type: sent.type ?? '',
      };
      const row = await upsertDraft(database, draftRow, MAX_DRAFTS);
      if (!row) throw tooManyDrafts();
      const [draft] = await present(actor.userId, [row]);
      events.publish('draft:saved', {draft: draft!, connectionId});
      return draft;
    },

    /** Deletes the actor's draft for a channel or one of its threads, if it exists. */
    delete: remove,
  };
}

/** A draft in the wire format, with the files that `findFile` finds. */
export function presentDraft(
  row: DraftRow,
  fileIds: readonly string[],
  findFile: (id: string) => WireFileInfo | undefined,
): WireDraft {
  return {
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    user_id: row.userid,
    channel_id: row.channelid,
    root_id: row.rootid,
    message: row.message,
    ...(row.type ? {type: row.type} : {}),
    props: row.props,
    ...(fileIds.length > 0 ? {file_ids: [...fileIds]} : {}),
    ...(row.priority.priority === undefined ? {} : {priority: row.priority}),
    metadata: {embeds: [], emojis: [], files: fileIds.flatMap((id) => findFile(id) ?? []), images: {}},
  };
}

function channelArchived(): AppError {
  return new AppError({
    id: 'api.draft.create_draft.can_not_draft_to_deleted.error',
    message: 'The channel is archived, so you cannot post to it.',
    status: 400,
    path: 'channel_id',
  });
}

function messageTooLong(runes: number): AppError {
  return new AppError({
    id: 'model.draft.is_valid.message_length.app_error',
    message: `The message can be at most ${MAX_MESSAGE_LENGTH} characters, but has ${runes}.`,
    status: 400,
    path: 'message',
  });
}

function tooManyDrafts(): AppError {
  return new AppError({
    id: 'app.draft.save.too_many.app_error',
    message: `You already have ${MAX_DRAFTS} drafts, which is the maximum. Delete some of them first.`,
    status: 400,
  });
}

function tooManyFiles(count: number): AppError {
  return new AppError({
    id: 'model.draft.is_valid.file_ids.app_error',
    message: `A post can have at most ${MAX_FILES_PER_POST} files, but this draft has ${count}.`,
    status: 400,
    path: 'file_ids',
  });
}
