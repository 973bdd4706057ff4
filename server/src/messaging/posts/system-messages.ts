import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus, Task} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {type Channels, TOWN_SQUARE} from '../channels/channels.ts';
import type {Users} from '../users/users.ts';
import type {Posts} from './posts.ts';

/** A system message to post in a channel. */
interface Notice {
  channelId: string;
  /** The author of the message. */
  userId: string;
  type: string;
  message: string;
  props: Record<string, unknown>;
  /** The root post of the thread to post in, if any. */
  rootId?: string;
}

/** The name of the durable event handler. */
const NAME = 'system-message';

/**
 * Posts system messages in channels about members who join or leave, changes of names, headers and purposes, and
 * archiving. Types and props match the reference server, because clients render these posts themselves. Each message is
 * posted exactly once. If the channel no longer accepts it, this is only logged.
 */
export function createSystemMessages({
  events,
  log,
  posts,
  users,
  channels,
}: {
  events: EventBus;
  log: Logger;
  posts: Posts;
  users: Users;
  channels: Channels;
}) {
  // Messages are posted one at a time, to keep the order of events.
  let last: Promise<void> = Promise.resolve();

  /** Posts the messages that `compose` returns in one channel, all or none. */
  function enqueue({complete}: Task, compose: () => Promise<Notice[]>): Promise<void> {
    const posting = last.then(async () => {
      const notices = await compose();
      if (notices.length === 0) return;
      await posts.createMany(
        notices.map((notice, index) => ({
          ...notice,
          setOnline: false,
          ...(index === 0 && {alsoWrite: complete}),
        })),
      );
    });
    last = posting.catch(() => {});
    return posting.catch((error) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      log.warn({err: error}, 'could not post a system message');
    });
  }

  /** The thread of a post, if it is in the given channel. */
  async function inThread(channelId: string, postId: string | undefined): Promise<{rootId?: string}> {
    const [post] = postId === undefined ? [] : await posts.byIds([postId]);
    return post?.channel_id === channelId ? {rootId: post.root_id || post.id} : {};
  }

  async function readUsername(userId: string): Promise<string> {
    return (await users.byId(userId)).username;
  }

  events.untilDone('channel-member:joined', NAME, ({channelId, userId, actorId, withTeam, rootId}, task) =>
    enqueue(task, async () => {
      const place = withTeam && (await channels.byId(channelId)).name === TOWN_SQUARE ? 'team' : 'channel';
      const name = await readUsername(userId);
      if (actorId === userId || actorId === '') {
        const message = `${name} joined the ${place}.`;
        return [{channelId, userId, type: `system_join_${place}`, message, props: {username: name}}];
      }
      const actor = await readUsername(actorId);
      return [
        {
          channelId,
          userId: actorId,
          type: `system_add_to_${place}`,
          message: `${name} was added to the ${place} by ${actor}.`,
          props: {userId: actorId, username: actor, addedUserId: userId, addedUsername: name},
          ...(await inThread(channelId, rootId)),
        },
      ];
    }),
  );

  events.untilDone('channel-member:left', NAME, ({channelId, userId, actorId, withTeam}, task) =>
    enqueue(task, async () => {
      const isTownSquare = (await channels.byId(channelId)).name === TOWN_SQUARE;
      // Leaving a team is announced in only one of its channels.
      if (withTeam && !isTownSquare) return [];
      const place = withTeam ? 'team' : 'channel';
      const name = await readUsername(userId);
      if (actorId === userId || actorId === '') {
        const message = `${name} left the ${place}.`;
        return [{channelId, userId, type: `system_leave_${place}`, message, props: {username: name}}];
      }
      return [
        {
          channelId,
          userId: actorId,
          type: `system_remove_from_${place}`,
          message: `${name} was removed from the ${place}.`,
          props: {username: name, removedUserId: userId, removedUsername: name},
        },
      ];
    }),
  );

  /** Posts messages in a channel about an action by a user whose name they contain. */
  async function postAboutChannel(
    task: Task,
    {channelId, actorId}: {channelId: string; actorId: string},
    say: (username: string) => Pick<Notice, 'type' | 'message' | 'props'>[],
  ): Promise<void> {
    if (actorId === '') return;
    await enqueue(task, async () => {
      const username = await readUsername(actorId);
      return say(username).map(({props, ...notice}) => ({
        ...notice,
        channelId,
        userId: actorId,
        props: {username, ...props},
      }));
    });
  }

  events.untilDone('channel:updated-by', NAME, ({channel, before, actorId}, task) =>
    postAboutChannel(task, {channelId: channel.id, actorId}, (name) => {
      const notices: Pick<Notice, 'type' | 'message' | 'props'>[] = [];
      if (channel.display_name !== before.display_name) {
        notices.push({
          type: 'system_displayname_change',
          message: `${name} changed the name of the channel from "${before.display_name}" to "${channel.display_name}".`,
          props: {old_displayname: before.display_name, new_displayname: channel.display_name},
        });
      }
      for (const text of ['header', 'purpose'] as const) {
        if (channel[text] === before[text]) continue;
        notices.push({
          type: `system_${text}_change`,
          message: changeMessage(name, text, before[text], channel[text]),
          props: {[`old_${text}`]: before[text], [`new_${text}`]: channel[text]},
        });
      }
      return notices;
    }),
  );

  events.untilDone('channel:archived', NAME, ({channel, actorId}, task) =>
    postAboutChannel(task, {channelId: channel.id, actorId}, (name) => [
      {type: 'system_channel_deleted', message: `${name} archived the channel.`, props: {}},
    ]),
  );
  events.untilDone('channel:restored', NAME, ({channel, actorId}, task) =>
    postAboutChannel(task, {channelId: channel.id, actorId}, (name) => [
      {type: 'system_channel_restored', message: `${name} unarchived the channel.`, props: {}},
    ]),
  );
  events.untilDone('channel:converted', NAME, ({channel, actorId}, task) =>
    postAboutChannel(task, {channelId: channel.id, actorId}, (name) => [
      {
        type: 'system_change_chan_privacy',
        message: `${name} made the channel ${channel.type === 'P' ? 'private' : 'public'}.`,
        props: {new_type: channel.type},
      },
    ]),
  );

  events.untilDone('thread:moved', NAME, ({toChannelId, rootId, actorId}, task) =>
    enqueue(task, async () => {
      const username = await readUsername(actorId);
      return [
        {
          userId: actorId,
          channelId: toChannelId,
          rootId,
          type: 'system_wrangler',
          message: `${username} moved this thread from another channel.`,
          props: {username, moved: 'here'},
        },
      ];
    }),
  );
  // Does not name the other channel, because the name may be confidential.
  events.untilDone('thread:moved', `${NAME}-away`, ({fromChannelId, actorId}, task) =>
    enqueue(task, async () => {
      const username = await readUsername(actorId);
      return [
        {
          userId: actorId,
          channelId: fromChannelId,
          type: 'system_wrangler',
          message: `${username} moved a thread to another channel.`,
          props: {username, moved: 'away'},
        },
      ];
    }),
  );
  events.untilDone('group-channel:converted', NAME, ({channel, actorId, members}, task) =>
    enqueue(task, async () => {
      const username = await readUsername(actorId);
      const names = members.map((member) => member.username);
      const list = new Intl.ListFormat('en').format(names);
      return [
        {
          channelId: channel.id,
          userId: actorId,
          type: 'system_gm_to_channel',
          message: `${username} created this channel from a group message with ${list}.`,
          props: {
            convertedByUserId: actorId,
            gmMembersDuringConversionIDs: members.map((member) => member.id),
            // Clients use it to show the message in other languages.
            username,
            memberUsernames: names,
          },
        },
      ];
    }),
  );

  return {
    /** Waits until all pending messages are posted. */
    async idle(): Promise<void> {
      for (let seen: Promise<void> | undefined; seen !== last; ) {
        seen = last;
        await seen;
      }
    },
  };
}

/** The maximum number of characters of a quoted header, which can be as long as a message. */
const MAX_QUOTED = 500;

function changeMessage(name: string, text: string, before: string, after: string): string {
  const quoted = (value: string) =>
    `"${value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED).toWellFormed()}…` : value}"`;
  if (before === '') return `${name} set the ${text} of the channel to ${quoted(after)}.`;
  if (after === '') return `${name} removed the ${text} of the channel, which was ${quoted(before)}.`;
  return `${name} changed the ${text} of the channel from ${quoted(before)} to ${quoted(after)}.`;
}
