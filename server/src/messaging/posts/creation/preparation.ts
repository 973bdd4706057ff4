import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import type {ChannelInfo, Channels} from '../../channels/channels.ts';
import {collapsedThreadsMode} from '../collapsed-threads.ts';
import type {CustomEmojiFinder, WireEmoji} from '../custom-emoji.ts';
import {channelArchived, emptyPost, invalidRoot} from '../post-errors.ts';
import {withNormalizedAttachments, withoutComputed} from '../props.ts';
import type {Author, PostAuthors} from './authors.ts';
import type {ThreadFollower} from './changes.ts';
import type {ChannelAudience} from './channel-audience.ts';
import {findHashtags} from './hashtags.ts';
import type {MentionedMembers} from './mentioned-members.ts';
import type {OutboxEntry, OutboxPost, PostOutbox} from './outbox.ts';
import {
  type PostPriority,
  requireFewFiles,
  requireMessageFits,
  requirePropsFit,
  requireValidPriority,
  requireValidType,
  UNCOUNTED_TYPES,
} from './rules.ts';
import {selectThreadRoot, type ThreadRootRow} from './store.ts';
import type {PostDraft} from './writer.ts';

/** A post to create, by a user or the server. */
export interface PostInput {
  channelId: string;
  userId: string;
  message: string;
  /** The post to reply to. If it is a reply, the new post joins its thread. */
  rootId?: string;
  /** Whether a post in the channel also shows the reply (docs/specification.md#posts). */
  replyBroadcast?: boolean;
  props?: Record<string, unknown>;
  fileIds?: readonly string[];
  type?: string;
  priority?: PostPriority;
  isPinned?: boolean;
  /** In milliseconds; defaults to now. */
  createAt?: number;
  /**
   * An id chosen by the client. For 30 seconds, posting with the same author and id returns the existing post, on any
   * server.
   */
  pendingPostId?: string;
  setOnline?: boolean;
  /** Whether a webhook posts in the author's name. */
  isWebhook?: boolean;
  /** Whether the post was moved from another channel. Such posts don't trigger outgoing webhooks again. */
  isMoved?: boolean;
  /** Writes other data in the transaction that creates the post. If it throws, the post is not created. */
  alsoWrite?: (tx: Transaction, postId: string) => Promise<void>;
}

/** A validated post. */
export interface PreparedPost {
  input: PostInput;
  draft: PostDraft;
  channel: ChannelInfo;
  author: Author;
  followerIds: string[];
  /** The followers who get notifications about replies. */
  notifiedFollowerIds: string[];
  emojis: WireEmoji[];
  outboxEntries: OutboxEntry[];
}

/**
 * Validates new posts, and finds out what else they change: mentions, threads, and the outboxes of other features.
 * Nothing is written yet.
 */
export function createPostPreparation({
  database,
  config,
  channels,
  authors,
  audience,
  mentionedMembers,
  findCustomEmoji,
  postOutboxes,
}: {
  database: Database;
  config: Config;
  channels: Channels;
  authors: PostAuthors;
  audience: ChannelAudience;
  mentionedMembers: MentionedMembers;
  findCustomEmoji: CustomEmojiFinder;
  postOutboxes: readonly PostOutbox[];
}) {
  async function findRoot({rootId, channelId, userId}: PostInput): Promise<ThreadRootRow | undefined> {
    if (!rootId) return undefined;
    const root = await selectThreadRoot(database, rootId, userId);
    if (!root) throw invalidRoot(rootId, "the thread doesn't exist.");
    if (root.channelid !== channelId) throw invalidRoot(rootId, 'the thread is in another channel.');
    if (root.deleteat > 0 || root.rootdeleteat > 0) throw invalidRoot(rootId, 'the thread was deleted.');
    return root;
  }

  /** Validates everything except permissions. `newRoot` is the root post if it is created together with the reply. */
  async function prepare(input: PostInput, newRoot?: ThreadRootRow): Promise<PreparedPost> {
    const {message, type = '', fileIds = [], isWebhook = false, isMoved = false, priority} = input;
    requireMessageFits(message);
    requireValidType(type);
    requireFewFiles(fileIds);
    requireValidPriority(input, config.get());
    const props = withNormalizedAttachments(withoutComputed(input.props ?? {}));
    const isEmpty = message.trim() === '' && fileIds.length === 0 && props.attachments === undefined;
    if (isEmpty && (type === '' || type === 'me')) throw emptyPost();

    const channel = await channels.byId(input.channelId);
    const isNotice = type.startsWith('system_');
    if (channel.deleteat > 0 && !isNotice) throw channelArchived(channel.displayname);
    const author = await authors.byId(input.userId);
    if (author.isBot) props.from_bot = 'true';
    else delete props.from_bot;
    requirePropsFit(props);
    const root = newRoot ?? (await findRoot(input));

    const mentionedUserIds = await mentionedMembers({channel, author, message, type, props, isWebhook, root});
    const [emojis = []] = await findCustomEmoji([{text: message}]);
    const isByPerson = !isWebhook && !author.isBot && !isNotice;
    const followers = root
      ? await newFollowers(root, mentionedUserIds, isByPerson ? author.userId : undefined)
      : [];
    const followerIds = root ? [...new Set([...root.followers, ...followers.map(({userId}) => userId)])] : [];
    const notifiedFollowerIds = root ? withoutMuters(followerIds, root) : [];
    const outboxEntries = isMoved
      ? []
      : await entriesFor({
          channel,
          authorId: author.userId,
          message,
          type,
          isWebhook,
          mentionedUserIds,
          notifiedFollowerIds,
          members: () => audience.members(channel.id),
        });
    return {
      input,
      channel,
      author,
      emojis,
      outboxEntries,
      followerIds,
      notifiedFollowerIds,
      draft: {
        post: {
          userid: input.userId,
          channelid: input.channelId,
          rootid: root?.threadid ?? '',
          message,
          type,
          props,
          hashtags: findHashtags(message),
          fileids: [...new Set(fileIds)],
          ispinned: input.isPinned ?? false,
        },
        effects: {
          counted: !UNCOUNTED_TYPES.has(type),
          readByAuthor: isByPerson && !(root && usesCollapsedThreads(root)),
          mentionedUserIds,
          urgent: priority?.priority === 'urgent',
          thread: root && {teamId: channel.teamid, followers},
        },
      },
    };
  }

  async function entriesFor(post: OutboxPost): Promise<OutboxEntry[]> {
    const entries = await Promise.all(postOutboxes.map((outbox) => outbox.entryFor(post)));
    return entries.filter((entry) => entry !== undefined);
  }

  /** Whether the author uses collapsed threads, so that a reply doesn't mark the channel as read. */
  function usesCollapsedThreads({collapsedthreads}: ThreadRootRow): boolean {
    const usual = collapsedThreadsMode(config.get());
    if (usual === 'never' || usual === 'always') return usual === 'always';
    return (collapsedthreads ?? usual) === 'on';
  }

  /**
   * New followers of a thread after a reply: its starter, members who follow all threads of the channel, mentioned users
   * and the author.
   */
  async function newFollowers(
    root: ThreadRootRow,
    mentionedUserIds: readonly string[],
    replierId: string | undefined,
  ): Promise<ThreadFollower[]> {
    if (!config.get().ServiceSettings.ThreadAutoFollow) {
      const following = mentionedUserIds.filter((userId) => root.followers.includes(userId));
      return following.map((userId) => ({userId, hasRead: false, mentioned: true}));
    }
    const followers = new Map<string, ThreadFollower>();
    const {threadFollowers} = await audience.mentionIndex(root.channelid);
    const known = new Set([...root.followers, ...root.unfollowers]);
    for (const userId of [root.rootuserid, ...threadFollowers]) {
      if (!known.has(userId)) followers.set(userId, {userId, hasRead: false, mentioned: false});
    }
    for (const userId of mentionedUserIds) followers.set(userId, {userId, hasRead: false, mentioned: true});
    if (replierId !== undefined) {
      followers.set(replierId, {userId: replierId, hasRead: true, mentioned: false});
    }
    return [...followers.values()];
  }

  return prepare;
}

/** The followers of a thread who get notifications about its replies. */
export function withoutMuters(
  followerIds: readonly string[],
  {muters}: Pick<ThreadRootRow, 'muters'>,
): string[] {
  return followerIds.filter((userId) => !muters.includes(userId));
}
