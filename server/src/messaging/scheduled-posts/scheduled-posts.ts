import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError, forbidden, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {presentDraft} from '../drafts/drafts.ts';
import type {Files} from '../files/files.ts';
import type {OnBehalf} from '../on-behalf/on-behalf.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {type Posts, withoutOrigin} from '../posts/posts.ts';
import {createDelivery, toPostInput} from './delivery.ts';
import type {ChangedScheduledPost, NewScheduledPost, ScheduledPost} from './schema.ts';
import {
  deleteScheduledPost,
  insertScheduledPost,
  type ScheduledPostRow,
  selectScheduledPost,
  selectScheduledPosts,
  updateScheduledPost,
} from './store.ts';

export type WireScheduledPost = Static<typeof ScheduledPost>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /**
     * A scheduled message was created, changed, or deleted, which includes that it was sent. `connectionId` identifies
     * the WebSocket of the client that made the change, which is not notified. Empty if it has none.
     */
    'scheduled-post:changed': {
      change: 'created' | 'updated' | 'deleted';
      scheduledPost: WireScheduledPost;
      connectionId: string;
    };
  }
}

export type ScheduledPosts = ReturnType<typeof createScheduledPosts>;

/** The maximum number of scheduled messages per user (docs/specification.md#scheduled-messages). */
export const MAX_PER_USER = 1000;

/** Messages that are posted later (docs/specification.md#scheduled-messages). */
export function createScheduledPosts({
  database,
  config,
  events,
  log,
  permissions,
  onBehalf,
  files,
  posts,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
  permissions: Permissions;
  onBehalf: OnBehalf;
  files: Files;
  posts: Posts;
}) {
  const delivery = createDelivery({
    database,
    config,
    log,
    onBehalf,
    posts,
    announce: async (change, row) => void (await announce(change, row, '')),
  });

  /** Presents messages of one author with their files. */
  async function present(userId: string, rows: readonly ScheduledPostRow[]): Promise<WireScheduledPost[]> {
    const ids = rows.map((row) => JSON.parse(row.fileids) as string[]);
    const unposted = await files.unposted(userId, ids.flat());
    return rows.map((row, index) => ({
      ...presentDraft({...row, deleteat: 0, type: ''}, ids[index]!, (id) => unposted.get(id)),
      id: row.id,
      scheduled_at: row.scheduledat,
      processed_at: row.processedat,
      error_code: row.errorcode,
    }));
  }

  async function announce(
    change: 'created' | 'updated' | 'deleted',
    row: ScheduledPostRow,
    connectionId: string,
  ): Promise<WireScheduledPost> {
    const [scheduledPost] = await present(row.userid, [row]);
    events.publish('scheduled-post:changed', {change, scheduledPost: scheduledPost!, connectionId});
    return scheduledPost!;
  }

  function requireEnabled(): void {
    if (config.get().ServiceSettings.ScheduledPosts) return;
    throw new AppError({
      id: 'api.scheduled_posts.feature_disabled',
      message: 'Scheduled messages are disabled on this server (ServiceSettings.ScheduledPosts).',
      status: 400,
    });
  }

  /** @throws AppError 403 or 400 unless the actor could post this message now, and 400 for a time in the past. */
  async function requireValid(actor: Actor, row: ScheduledPostRow): Promise<void> {
    await permissions.requireChannelPost(actor, row.channelid);
    const standing = await permissions.channelStanding(actor.userId, row.channelid);
    if (!standing?.isMember) throw notMember(row.channelid);
    const now = Date.now();
    if (row.scheduledat < now) throw inThePast(row.scheduledat, now);
    const input = toPostInput(row);
    if (input.fileIds.length > 0) {
      await files.requireUpload(actor, row.channelid);
      const uploaded = await files.unposted(actor.userId, input.fileIds);
      const unknown = input.fileIds.find((id) => uploaded.get(id)?.channel_id !== row.channelid);
      if (unknown) {
        throw invalidBodyParam('file_ids', {
          message:
            'A file cannot be attached, because it was not uploaded to this channel or was already sent.',
          explanation: `${unknown} is not a file that you uploaded to this channel and haven't posted yet.`,
        });
      }
    }
    await posts.validate(input);
  }

  /** @throws AppError 404 for an unknown message, 403 for another user's message. */
  async function ownById(actor: Actor, id: string): Promise<ScheduledPostRow> {
    const row = await selectScheduledPost(database, id);
    if (!row) throw notFound(id);
    if (row.userid !== actor.userId) throw forbidden(`userId=${actor.userId} is not the author of ${id}`);
    return row;
  }

  return {
    /** Starts and stops sending due messages. */
    delivery,

    /**
     * The actor's messages in a team's channels and, on request, in direct and group channels, by the id of the team
     * and `directChannels`. Each list is paged and ordered by due time.
     *
     * @throws AppError 400 if scheduled messages are disabled.
     */
    async ofTeam(
      {userId}: Actor,
      teamId: string,
      {includeDirectChannels, ...page}: {includeDirectChannels: boolean; offset: number; limit: number},
    ): Promise<Record<string, WireScheduledPost[]>> {
      requireEnabled();
      const list = async (id: string) =>
        present(userId, await selectScheduledPosts(database, userId, id, page));
      return {
        [teamId]: await list(teamId),
        ...(includeDirectChannels ? {directChannels: await list('')} : {}),
      };
    },

    /**
     * Schedules a message by the actor.
     *
     * @throws AppError 403 unless the actor may post in the channel as its member, 400 for an invalid message, a time
     *   in the past, more than {@link MAX_PER_USER} messages, and if scheduled messages are disabled.
     */
    async create(
      actor: Actor,
      sent: Static<typeof NewScheduledPost>,
      connectionId: string,
    ): Promise<WireScheduledPost> {
      requireEnabled();
      const now = Date.now();
      const row: ScheduledPostRow = {
        id: newId(),
        createat: now,
        updateat: now,
        userid: actor.userId,
        channelid: sent.channel_id,
        rootid: sent.root_id ?? '',
        ...contentColumns(sent),
      };
      await requireValid(actor, row);
      const saved = await insertScheduledPost(database, row, MAX_PER_USER);
      if (!saved) throw tooMany();
      delivery.scheduleTimer(saved.scheduledat);
      return announce('created', saved, connectionId);
    },

    /**
     * Replaces the content and the time of the actor's message, and removes its error.
     *
     * @throws AppError 404 if it doesn't exist or was sent, 403 for another user's message, and like {@link create}.
     */
    async update(
      actor: Actor,
      sent: Static<typeof ChangedScheduledPost>,
      connectionId: string,
    ): Promise<WireScheduledPost> {
      requireEnabled();
      const row = {...(await ownById(actor, sent.id)), ...contentColumns(sent), updateat: Date.now()};
      await requireValid(actor, row);
      const saved = await updateScheduledPost(database, row);
      if (!saved) throw notFound(sent.id);
      delivery.scheduleTimer(saved.scheduledat);
      return announce('updated', saved, connectionId);
    },

    /**
     * Deletes the actor's message and returns it.
     *
     * @throws AppError 404 if it doesn't exist or was sent, 403 for another user's message, 400 if scheduled messages
     *   are disabled.
     */
    async delete(actor: Actor, id: string, connectionId: string): Promise<WireScheduledPost> {
      requireEnabled();
      await ownById(actor, id);
      const deleted = await deleteScheduledPost(database, id);
      if (!deleted) throw notFound(id);
      return announce('deleted', deleted, connectionId);
    },
  };
}

type SentContent = Omit<Static<typeof ChangedScheduledPost>, 'id'>;

function contentColumns({message = '', props = {}, file_ids = [], priority = {}, scheduled_at}: SentContent) {
  return {
    message,
    props: withoutOrigin(props),
    fileids: JSON.stringify([...new Set(file_ids)]),
    priority,
    scheduledat: scheduled_at,
    processedat: 0,
    errorcode: '',
  };
}

function notMember(channelId: string): AppError {
  return new AppError({
    id: 'app.channel.get_member.missing.app_error',
    message: 'You are not a member of this channel. Join it to schedule a message there.',
    explanation: `You are not a member of the channel ${channelId}.`,
    status: 403,
    path: 'channel_id',
  });
}

function inThePast(scheduledAt: number, now: number): AppError {
  return new AppError({
    id: 'model.scheduled_post.is_valid.scheduled_at.app_error',
    message: 'Choose a time in the future.',
    explanation: `scheduled_at is ${scheduledAt}, but it must be later than now, which is ${now} in milliseconds.`,
    status: 400,
    path: 'scheduled_at',
  });
}

function tooMany(): AppError {
  return new AppError({
    id: 'app.save_scheduled_post.save.app_error',
    message: `You already have ${MAX_PER_USER} scheduled messages, which is the maximum. Delete some of them first.`,
    params: {limit: MAX_PER_USER},
    status: 400,
  });
}

function notFound(id: string): AppError {
  return new AppError({
    id: 'app.update_scheduled_post.existing_scheduled_post.not_exist',
    message: "This scheduled message doesn't exist. It may have been sent or deleted.",
    explanation: `There is no scheduled message with the id ${id}.`,
    status: 404,
  });
}
