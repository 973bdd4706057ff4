import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {type Channels, TOWN_SQUARE} from '../channels/channels.ts';
import type {Users} from '../users/users.ts';
import type {Posts} from './posts.ts';

/** A system message to post in a channel. */
interface Notice {
  channelId: string;
  /** The author. */
  userId: string;
  type: string;
  message: string;
  props: Record<string, unknown>;
  /** The first message of the thread that the message belongs to, if any. */
  rootId?: string;
}

/**
 * Posts system messages about a channel: joins and leaves, new names and texts, archiving. Types and props match the
 * reference server, because clients render these posts themselves. Failures are only logged, because the event has
 * already happened.
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
  // One at a time, to keep the order of events.
  let last: Promise<void> = Promise.resolve();

  /** `eventId` may be empty. */
  function enqueue(eventId: string, compose: () => Promise<Notice | undefined>): void {
    last = last.then(async () => {
      try {
        const notice = await compose();
        // The node that published the event may have posted the message before it died.
        const once = notice && eventId !== '' && {pendingPostId: `${eventId}:${notice.type}`};
        if (notice) await posts.create({...notice, ...once, setOnline: false});
      } catch (error) {
        log.warn({err: error}, 'could not post a system message');
      }
    });
  }

  async function nameOf(userId: string): Promise<string> {
    return (await users.byId(userId)).username;
  }

  /** Posts a message about an action on a channel. */
  function postAboutChannel(
    eventId: string,
    type: string,
    channelId: string,
    actorId: string,
    say: (name: string) => string,
    props: Record<string, unknown> = {},
  ): void {
    if (actorId === '') return;
    enqueue(eventId, async () => {
      const username = await nameOf(actorId);
      return {channelId, userId: actorId, type, message: say(username), props: {username, ...props}};
    });
  }

  events.onOriginOrSuccessor('channel-member:joined', ({channelId, userId, actorId, withTeam}, id) =>
    enqueue(id, async () => {
      const place = withTeam && (await channels.byId(channelId)).name === TOWN_SQUARE ? 'team' : 'channel';
      const name = await nameOf(userId);
      if (actorId === userId || actorId === '') {
        const message = `${name} joined the ${place}.`;
        return {channelId, userId, type: `system_join_${place}`, message, props: {username: name}};
      }
      const actor = await nameOf(actorId);
      return {
        channelId,
        userId: actorId,
        type: `system_add_to_${place}`,
        message: `${name} was added to the ${place} by ${actor}.`,
        props: {userId: actorId, username: actor, addedUserId: userId, addedUsername: name},
      };
    }),
  );

  events.onOriginOrSuccessor('channel-member:left', ({channelId, userId, actorId, withTeam}, id) =>
    enqueue(id, async () => {
      const isTownSquare = (await channels.byId(channelId)).name === TOWN_SQUARE;
      // Leaving a team is announced in only one of its channels.
      if (withTeam && !isTownSquare) return undefined;
      const place = withTeam ? 'team' : 'channel';
      const name = await nameOf(userId);
      if (actorId === userId || actorId === '') {
        const message = `${name} left the ${place}.`;
        return {channelId, userId, type: `system_leave_${place}`, message, props: {username: name}};
      }
      return {
        channelId,
        userId: actorId,
        type: `system_remove_from_${place}`,
        message: `${name} was removed from the ${place}.`,
        props: {username: name, removedUserId: userId, removedUsername: name},
      };
    }),
  );

  events.onOriginOrSuccessor('channel:updated-by', ({channel, before, actorId}, eventId) => {
    const {id} = channel;
    if (channel.display_name !== before.display_name) {
      postAboutChannel(
        eventId,
        'system_displayname_change',
        id,
        actorId,
        (name) =>
          `${name} changed the name of the channel from "${before.display_name}" to "${channel.display_name}".`,
        {old_displayname: before.display_name, new_displayname: channel.display_name},
      );
    }
    for (const text of ['header', 'purpose'] as const) {
      if (channel[text] === before[text]) continue;
      postAboutChannel(
        eventId,
        `system_${text}_change`,
        id,
        actorId,
        (name) => changeOfText(name, text, before[text], channel[text]),
        {[`old_${text}`]: before[text], [`new_${text}`]: channel[text]},
      );
    }
  });

  events.onOriginOrSuccessor('channel:archived', ({channel, actorId}, id) =>
    postAboutChannel(
      id,
      'system_channel_deleted',
      channel.id,
      actorId,
      (name) => `${name} archived the channel.`,
    ),
  );
  events.onOriginOrSuccessor('channel:restored', ({channel, actorId}, id) =>
    postAboutChannel(
      id,
      'system_channel_restored',
      channel.id,
      actorId,
      (name) => `${name} unarchived the channel.`,
    ),
  );
  events.onOriginOrSuccessor('channel:converted', ({channel, actorId}, id) =>
    postAboutChannel(
      id,
      'system_change_chan_privacy',
      channel.id,
      actorId,
      (name) => `${name} made the channel ${channel.type === 'P' ? 'private' : 'public'}.`,
      {new_type: channel.type},
    ),
  );

  events.onOriginOrSuccessor('thread:moved', ({fromChannelId, toChannelId, rootId, actorId}, id) => {
    const base = {userId: actorId, type: 'system_wrangler'};
    enqueue(id, async () => {
      const username = await nameOf(actorId);
      const message = `${username} moved this thread from another channel.`;
      return {...base, channelId: toChannelId, rootId, message, props: {username, moved: 'here'}};
    });
    // The name of the other channel may be confidential.
    enqueue(id && `${id}:away`, async () => {
      const username = await nameOf(actorId);
      const message = `${username} moved a thread to another channel.`;
      return {...base, channelId: fromChannelId, message, props: {username, moved: 'away'}};
    });
  });
  events.onOriginOrSuccessor('group-channel:converted', ({channel, actorId, members}, id) =>
    enqueue(id, async () => {
      const username = await nameOf(actorId);
      const names = members.map((member) => member.username);
      const list = new Intl.ListFormat('en').format(names);
      return {
        channelId: channel.id,
        userId: actorId,
        type: 'system_gm_to_channel',
        message: `${username} created this channel from a group message with ${list}.`,
        props: {
          convertedByUserId: actorId,
          gmMembersDuringConversionIDs: members.map((member) => member.id),
          // For clients that show the message in another language.
          username,
          memberUsernames: names,
        },
      };
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

/** A header can be as long as a message, so quotes are truncated. */
const MAX_QUOTED = 500;

function changeOfText(name: string, text: string, before: string, after: string): string {
  const quoted = (value: string) =>
    `"${value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED).toWellFormed()}…` : value}"`;
  if (before === '') return `${name} set the ${text} of the channel to ${quoted(after)}.`;
  if (after === '') return `${name} removed the ${text} of the channel, which was ${quoted(before)}.`;
  return `${name} changed the ${text} of the channel from ${quoted(before)} to ${quoted(after)}.`;
}
