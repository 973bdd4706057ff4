import {createBoundedCache} from '../../../platform/concurrency/bounded-cache.ts';
import type {Config} from '../../../platform/config/config.ts';
import {siteUrl} from '../../../platform/config/site-url.ts';
import {markAsWritten, withoutCaller} from '../../../platform/database/callers.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import type {EventBus, Events} from '../../../platform/event-bus/event-bus.ts';
import type {Metrics} from '../../../platform/metrics/metrics.ts';
import type {ChannelInfo, Channels} from '../../channels/channels.ts';
import type {Files, WireFileInfo} from '../../files/files.ts';
import type {Groups} from '../../groups/groups.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import type {Statuses} from '../../statuses/statuses.ts';
import type {Users} from '../../users/users.ts';
import type {CustomEmojiFinder} from '../custom-emoji.ts';
import type {LatePreviews} from '../late-previews.ts';
import type {LinkEmbedFinder, LinkEmbeds} from '../link-embeds.ts';
import {changeId, type MissedPosts} from '../missed-posts.ts';
import type {PostPictureFinder, PostPictures} from '../pictures.ts';
import {presentPost, type WirePost} from '../present.ts';
import type {PostQuotes, Quote} from '../quotes.ts';
import {type Author, createPostAuthors} from './authors.ts';
import type {NewPostRow} from './changes.ts';
import {createChannelAudience} from './channel-audience.ts';
import {createMentionedMembers} from './mentioned-members.ts';
import type {PostOutbox} from './outbox.ts';
import {createPostPreparation, type PostInput, type PreparedPost, withoutMuters} from './preparation.ts';
import {
  deletePendingPosts,
  insertPriority,
  selectCollapsedThreads,
  selectThreadRoot,
  updateNewRoot,
} from './store.ts';
import {
  createPostWriter,
  PENDING_POST_LIFE,
  type PostDraft,
  type WriteOptions,
  type WrittenPost,
} from './writer.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface Events {
    'post:created': {
      post: WirePost;
      channel: {id: string; teamId: string; type: 'O' | 'P' | 'D' | 'G'; name: string; displayName: string};
      /** `@username`, or the display name set by an integration. */
      senderName: string;
      mentionedUserIds: string[];
      /** The followers of the thread, if the post is a reply. */
      followerIds: string[];
      /** Those who didn't mute the thread. */
      notifiedFollowerIds: string[];
      /** Whether the post sets the author's status to online. */
      setOnline: boolean;
      isWebhook: boolean;
      /** Whether the post was moved from another channel. */
      isMoved: boolean;
      /** All quotes in the post, before permission checks. Send them only to users who can read their channels. */
      quotes?: readonly Quote[];
    };
  }
}

/** Data of a new post that isn't in its own row. */
interface PostExtraData {
  links: LinkEmbeds & {more?: Promise<boolean>};
  pictures: PostPictures | undefined;
  quotes: Quote[] | undefined;
}

/** Creates posts. `byId` reads an existing post. */
export function createPostCreation({
  database,
  events,
  config,
  metrics,
  permissions,
  channels,
  users,
  files,
  statuses,
  groups,
  postOutboxes,
  findCustomEmoji,
  pictures,
  linkEmbeds,
  quotes,
  publishWhenFetched,
  missedPosts,
  byId,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  metrics: Metrics;
  permissions: Permissions;
  channels: Channels;
  users: Users;
  files: Files;
  statuses: Statuses;
  groups: Groups;
  postOutboxes: readonly PostOutbox[];
  findCustomEmoji: CustomEmojiFinder;
  pictures: PostPictureFinder;
  linkEmbeds: LinkEmbedFinder;
  quotes: PostQuotes;
  publishWhenFetched: LatePreviews;
  missedPosts: MissedPosts;
  byId: (id: string) => Promise<WirePost>;
}) {
  const audience = createChannelAudience({database, events});
  const mentionedMembers = createMentionedMembers({config, permissions, statuses, groups, audience});
  const authors = createPostAuthors({users, events});
  const prepare = createPostPreparation({
    database,
    config,
    channels,
    authors,
    audience,
    mentionedMembers,
    findCustomEmoji,
    postOutboxes,
  });
  const writer = createPostWriter({database, onUncertain: missedPosts.publishIfCreated});
  const postsCreated = metrics.counter('posts_total', 'Posts created');

  // Recently created and pending posts, by author and client id. They avoid statements that would fail. Posts created
  // by other servers, or before a restart, are found in the database.
  const createdIds = createBoundedCache<string, string>(20_000, {ttl: PENDING_POST_LIFE});
  const inFlight = new Map<string, Promise<WirePost>>();

  /** Publishes a new post and returns it in the wire format. */
  function announce(
    {input, channel, author, emojis, draft, followerIds, notifiedFollowerIds}: PreparedPost,
    {post, replyCount}: WrittenPost,
    shown: PostExtraData,
    postFiles: WireFileInfo[] = [],
  ): WirePost {
    const wire = presentPost(
      {
        ...post,
        updateat: post.createat,
        editat: 0,
        deleteat: 0,
        originalid: '',
        fileids: JSON.stringify(post.fileids),
        hasreactions: false,
        remoteid: '',
        replycount: replyCount,
        lastreplyat: 0,
        participants: null,
        priority: input.priority?.priority ?? null,
        requestedack: input.priority?.requested_ack ?? false,
        persistentnotifications: false,
      },
      {files: postFiles, emojis, embeds: shown.links.embeds, pictures: shown.pictures},
    );
    if (input.pendingPostId) wire.pending_post_id = input.pendingPostId;
    postsCreated.inc();
    const event = {
      post: wire,
      channel: describeChannel(channel),
      senderName: senderName(author, post.props),
      mentionedUserIds: [...draft.effects.mentionedUserIds],
      followerIds,
      notifiedFollowerIds,
      setOnline: input.setOnline ?? false,
      isWebhook: input.isWebhook ?? false,
      isMoved: input.isMoved ?? false,
      quotes: shown.quotes,
    };
    events.publish('post:created', event, changeId(wire));
    publishWhenFetched(wire.id, shown.links.more);
    return wire;
  }

  /** The event for a post that another node created. Mentions are computed again with the current settings. */
  async function createdEvent(post: WirePost): Promise<Events['post:created']> {
    const channel = await channels.byId(post.channel_id);
    const author = await authors.byId(post.user_id);
    const {message, type, props} = post;
    const isWebhook = props.from_webhook === 'true';
    const root = post.root_id ? await selectThreadRoot(database, post.root_id, post.user_id) : undefined;
    return {
      post,
      channel: describeChannel(channel),
      senderName: senderName(author, props),
      mentionedUserIds: await mentionedMembers({
        channel,
        author,
        message,
        type,
        props,
        isWebhook,
        ...(root && {root}),
      }),
      followerIds: root?.followers ?? [],
      notifiedFollowerIds: root ? withoutMuters(root.followers, root) : [],
      setOnline: false,
      isWebhook,
      isMoved: false,
      quotes: await quotes.getForNewPost(post),
    };
  }

  async function findExtraData(post: PostDraft['post']): Promise<PostExtraData> {
    const links = await linkEmbeds.getForNewPost(post);
    const [postPictures, postQuotes] = await Promise.all([
      pictures.getForNewPost(post, links.images),
      quotes.getForNewPost(post),
    ]);
    return {links, pictures: postPictures, quotes: postQuotes};
  }

  /**
   * Writes posts of one channel, all or none, and publishes them. If the post already exists, returns its id instead.
   */
  async function write(
    prepared: readonly PreparedPost[],
    options: WriteOptions = {},
  ): Promise<WirePost[] | {existingId: string}> {
    const drafts = prepared.map(({draft}) => draft);
    // Starts while the posts are written.
    const extraData = Promise.all(drafts.map(({post}) => findExtraData(post)));
    const plain = prepared.every(
      ({draft, input, outboxEntries}) =>
        draft.post.fileids.length === 0 && !input.priority && !input.alsoWrite && outboxEntries.length === 0,
    );
    if (plain && !options.finish) {
      const result = await writer.write(drafts, options);
      const shown = await extraData;
      if ('existingId' in result) return result;
      return result.written.map((post, index) => announce(prepared[index]!, post, shown[index]!));
    }
    const outcome = await writer.writeWith(drafts, options, async (tx, posts) => {
      const attached: WireFileInfo[][] = [];
      for (const [index, {id: postId, fileids}] of posts.entries()) {
        const {channelId, userId, priority, alsoWrite} = prepared[index]!.input;
        await alsoWrite?.(tx, postId);
        if (priority) await insertPriority(tx, {postId, channelId, ...priority});
        for (const entry of prepared[index]!.outboxEntries) await entry.write(tx, postId);
        attached.push(await files.attachToPost(tx, {fileIds: fileids, postId, channelId, userId}));
      }
      return attached;
    });
    const shown = await extraData;
    if ('existingId' in outcome) return outcome;
    for (const {outboxEntries} of prepared) for (const entry of outboxEntries) entry.written?.();
    return outcome.written.map((post, index) =>
      announce(prepared[index]!, post, shown[index]!, outcome.result[index]),
    );
  }

  /**
   * The post that shows a reply in the channel. It contains only a link to the reply, so that searches and exports
   * don't contain the text twice.
   */
  async function prepareBroadcast({channelId, userId, setOnline}: PostInput): Promise<PreparedPost> {
    return prepare({channelId, userId, setOnline, message: permalink(''), isMoved: true});
  }

  function referToReply([reply, broadcast]: readonly NewPostRow[]): void {
    reply!.props = {...reply!.props, broadcast_post_id: broadcast!.id};
    broadcast!.props = {
      ...broadcast!.props,
      broadcast_reply_id: reply!.id,
      broadcast_thread_id: reply!.rootid,
    };
    // Clients that don't know broadcasts show the link.
    broadcast!.message = permalink(reply!.id);
  }

  function permalink(postId: string): string {
    return `${siteUrl(config.get())}/_redirect/pl/${postId}`;
  }

  async function createNow(input: PostInput): Promise<WirePost> {
    const {createAt, pendingPostId} = input;
    const prepared = [await prepare(input)];
    const isBroadcast = input.replyBroadcast && prepared[0]!.draft.post.rootid !== '';
    if (isBroadcast) prepared.push(await prepareBroadcast(input));
    const created = await write(prepared, {
      createAt,
      pendingPostId,
      ...(isBroadcast && {refer: referToReply}),
    });
    if (!('existingId' in created)) return created[0]!;
    const post = await existing(created.existingId, pendingPostId);
    missedPosts.publishUnlessDelivered(post);
    return post;
  }

  /** The existing post that its client sends again. */
  async function existing(id: string, pendingPostId: string | undefined): Promise<WirePost> {
    return {...(await byId(id)), pending_post_id: pendingPostId ?? ''};
  }

  return {
    /**
     * Creates a post, updates all counters and mentions, and publishes it after the commit. The caller checks
     * permissions.
     *
     * @throws AppError 400 for an invalid message, type, thread or file, and for an archived channel; 404 for an
     *   unknown channel or author.
     */
    async create(input: PostInput): Promise<WirePost> {
      if (!input.pendingPostId) return createNow(input);
      const key = `${input.userId} ${input.pendingPostId}`;
      const id = createdIds.get(key);
      if (id !== undefined) return existing(id, input.pendingPostId);
      const pending = inFlight.get(key);
      if (pending) return pending;
      // A retry waits for the first attempt, whose client may have disconnected.
      markAsWritten();
      const creating = withoutCaller(() => createNow(input));
      inFlight.set(key, creating);
      try {
        const post = await creating;
        createdIds.set(key, post.id);
        return post;
      } finally {
        inFlight.delete(key);
      }
    },

    /**
     * Creates posts in one channel, all or none, each a millisecond after the previous one.
     *
     * @throws AppError like {@link create}, for the first invalid post.
     */
    async createMany(inputs: readonly PostInput[]): Promise<WirePost[]> {
      const prepared: PreparedPost[] = [];
      for (const input of inputs) prepared.push(await prepare(input));
      // Posts without a client id are always new.
      return (await write(prepared)) as WirePost[];
    },

    /**
     * Creates a root post and its replies, all or none, each a millisecond after the previous one. `finish` then writes
     * other data in the same transaction. If it throws, no posts are created.
     *
     * @throws AppError like {@link create}, for the first invalid post.
     */
    async createThread(
      [first, ...others]: readonly PostInput[],
      finish: (tx: Transaction, posts: readonly {id: string}[]) => Promise<void>,
    ): Promise<WirePost[]> {
      const prepared = [await prepare(first!)];
      const collapsed = await selectCollapsedThreads(
        database,
        others.map(({userId}) => userId),
      );
      const thread = {
        // The id is set when the post is written.
        id: '',
        threadid: '',
        channelid: first!.channelId,
        deleteat: 0,
        rootdeleteat: 0,
        rootuserid: first!.userId,
        participants: [] as string[],
        followers: [] as string[],
        unfollowers: [],
        muters: [],
      };
      for (const input of others) {
        const collapsedthreads = collapsed.get(input.userId) ?? null;
        const reply = await prepare(input, {...thread, collapsedthreads});
        prepared.push(reply);
        thread.followers = reply.followerIds;
        thread.participants = [...new Set([...thread.participants, input.userId])];
      }
      const refer = ([root, ...replies]: readonly NewPostRow[]) => {
        for (const reply of replies) reply.rootid = root!.id;
      };
      return (await write(prepared, {
        refer,
        finish: async (tx, posts) => {
          if (others.length > 0) await updateNewRoot(tx, posts[0]!.id);
          await finish(tx, posts);
        },
      })) as WirePost[];
    },

    /**
     * Checks whether a post could be created now, except for its files.
     *
     * @throws AppError like {@link create}.
     */
    async validate(input: PostInput): Promise<void> {
      await prepare(input);
    },

    /** Deletes the client ids of posts that are too old to be sent again. */
    sweepPending: () => deletePendingPosts(database, PENDING_POST_LIFE),

    /** The members of channels and the words that mention them. */
    audience,
    createdEvent,
  };
}

function describeChannel({id, teamid, type, name, displayname}: ChannelInfo) {
  return {id, teamId: teamid, type, name, displayName: displayname};
}

/** The displayed sender in notifications: the name set by an integration, or the author. */
function senderName(author: Author, props: Record<string, unknown>): string {
  const names = props.from_webhook === 'true' ? [props.override_username, props.webhook_display_name] : [];
  return (
    names.find((name): name is string => typeof name === 'string' && name !== '') ?? `@${author.username}`
  );
}
