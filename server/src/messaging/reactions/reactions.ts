import type {Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Channels} from '../channels/channels.ts';
import type {Reaction} from './schema.ts';
import {
  copyReactions,
  countOtherEmoji,
  deleteReaction,
  insertReaction,
  lockPost,
  type ReactionRow,
  selectReactedPosts,
  selectReaction,
  selectReactionsOfPosts,
} from './store.ts';

export type WireReaction = Static<typeof Reaction>;

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    'reaction:added': {reaction: WireReaction; channelId: string};
    'reaction:removed': {reaction: WireReaction; channelId: string};
  }
}

/** The maximum number of different emoji per post. */
const MAX_EMOJI_PER_POST = 50;

const EMOJI_NAME = /^[a-zA-Z0-9_+-]{1,64}$/;

interface ReactionKey {
  userId: string;
  postId: string;
  emojiName: string;
}

export type Reactions = ReturnType<typeof createReactions>;

/** Emoji reactions to posts. */
export function createReactions({
  database,
  events,
  channels,
  emoji,
}: {
  database: Database;
  events: EventBus;
  channels: Channels;
  emoji: {exists(name: string): Promise<boolean>};
}) {
  /** The channel of each of these posts. Missing and deleted posts have no entry. */
  async function channelsOfPosts(postIds: readonly string[]): Promise<Map<string, string>> {
    const posts = await selectReactedPosts(database, postIds);
    return new Map(posts.map(({id, channelid}) => [id, channelid]));
  }

  /** @throws AppError 404 if the post doesn't exist or was deleted. */
  async function channelOfPost(postId: string): Promise<string> {
    const channelId = (await channelsOfPosts([postId])).get(postId);
    if (channelId === undefined) throw postNotFound(postId);
    return channelId;
  }

  async function requireReactableChannel(postId: string): Promise<string> {
    const channel = await channels.byId(await channelOfPost(postId));
    if (channel.deleteat > 0) throw channelArchived(channel.displayname);
    return channel.id;
  }

  return {
    channelOfPost,

    channelsOfPosts,

    /**
     * Adds a reaction if it doesn't exist. The caller checks permissions.
     *
     * @throws AppError 400 for an unknown emoji or too many emoji; 403 in an archived channel; 404 for a missing post.
     */
    async add({userId, postId, emojiName}: ReactionKey): Promise<WireReaction> {
      if (!EMOJI_NAME.test(emojiName) || !(await emoji.exists(emojiName))) throw unknownEmoji(emojiName);
      const channelId = await requireReactableChannel(postId);
      const {row, isNew} = await database.transaction(async (tx) => {
        await lockPost(tx, postId);
        const present = await selectReaction(tx, {userId, postId, emojiName});
        if (present) return {row: present, isNew: false};
        if ((await countOtherEmoji(tx, postId, emojiName)) >= MAX_EMOJI_PER_POST) throw tooManyEmoji();
        const added = {userid: userId, postid: postId, emojiname: emojiName, createat: Date.now()};
        await insertReaction(tx, added, channelId);
        return {row: added, isNew: true};
      });
      const reaction = presentReaction(row);
      if (isNew) events.publish('reaction:added', {reaction, channelId});
      return reaction;
    },

    /**
     * Removes a reaction if it exists. The caller checks permissions.
     *
     * @throws AppError 403 in an archived channel; 404 for a missing post.
     */
    async remove(key: ReactionKey): Promise<void> {
      const channelId = await requireReactableChannel(key.postId);
      const row = await database.transaction(async (tx) => {
        await lockPost(tx, key.postId);
        return deleteReaction(tx, key, Date.now());
      });
      if (row) events.publish('reaction:removed', {reaction: presentReaction(row), channelId});
    },

    /**
     * Copies the reactions of a post to a new one, in the transaction that creates it. Call the returned function after
     * the commit to publish them.
     */
    async copyTo(
      tx: Queryable,
      {fromId, toId, channelId}: {fromId: string; toId: string; channelId: string},
    ): Promise<() => void> {
      const rows = await copyReactions(tx, {fromId, toId, channelId, now: Date.now()});
      return () => {
        for (const row of rows) events.publish('reaction:added', {reaction: presentReaction(row), channelId});
      };
    },

    /** The reactions of each of these posts, oldest first. Posts without reactions have no entry. */
    async forPosts(postIds: readonly string[]): Promise<Map<string, WireReaction[]>> {
      const rows = postIds.length === 0 ? [] : await selectReactionsOfPosts(database, postIds);
      return Map.groupBy(rows.map(presentReaction), (reaction) => reaction.post_id);
    },
  };
}

function presentReaction(row: ReactionRow): WireReaction {
  return {user_id: row.userid, post_id: row.postid, emoji_name: row.emojiname, create_at: row.createat};
}

function unknownEmoji(name: string): AppError {
  return new AppError({
    id: 'model.reaction.is_valid.emoji_name.app_error',
    message: `There is no emoji named "${name.slice(0, 64)}". Use the name without colons, such as +1 or heart.`,
    status: 400,
    path: 'emoji_name',
  });
}

function tooManyEmoji(): AppError {
  return new AppError({
    id: 'app.reaction.save.save.too_many_reactions',
    message: `The post already has ${MAX_EMOJI_PER_POST} different emoji, which is the maximum. Use one of them.`,
    params: {limit: MAX_EMOJI_PER_POST},
    status: 400,
  });
}

function channelArchived(name: string): AppError {
  return new AppError({
    id: 'api.reaction.archived_channel.app_error',
    message: `The channel "${name}" is archived, so you cannot react to its messages.`,
    status: 403,
  });
}

function postNotFound(id: string): AppError {
  return new AppError({
    id: 'app.post.get.app_error',
    message: "This message doesn't exist, or you don't have access.",
    explanation: `There is no post with the id ${id}.`,
    status: 404,
  });
}
