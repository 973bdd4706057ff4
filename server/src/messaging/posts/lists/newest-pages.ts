import {hash} from 'node:crypto';
import type {Cluster} from '../../../platform/cluster/cluster.ts';
import {createGroupedCache} from '../../../platform/concurrency/grouped-cache.ts';
import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {Views} from '../../../platform/event-bus/event-bus.ts';
import type {VersionedBody} from '../../../platform/http/versioned-body.ts';
import type {Channels} from '../../channels/channels.ts';
import type {Actor} from '../../permissions/permissions.ts';
import {mayContainImage, type PostPictureFinder} from '../pictures.ts';
import {mayContainPermalink, type PostQuotes} from '../quotes.ts';
import {selectFollowedThreads} from '../store.ts';
import type {ListOptions, PostLists, WirePostList} from './post-lists.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** Posts of these channels changed without an event for each post. */
    'channel-posts:changed': {channelIds: readonly string[]};
  }
}

interface Page {
  version: string;
  body: Buffer;
  /** For collapsed threads: the positions in the body that say that the viewer doesn't follow a post's thread. */
  followFlags: {postId: string; offset: number}[];
  /** Whether all metadata of its posts has been fetched. */
  isComplete: boolean;
  /** Whether posts may link to other posts. Quotes are added for each reader. */
  mayHaveQuotes: boolean;
}

/** The maximum size of all cached pages in bytes: about 700 pages of 60 posts. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The maximum number of cached followed threads, and the approximate size of each in bytes. */
const MAX_FOLLOWED = 50_000;
const FOLLOWED_BYTES = 100;
/** How long a page is cached at most, in milliseconds, so that changes without an event, such as with SQL, appear. */
const MAX_AGE = 60_000;

const NOT_FOLLOWING = 'false}';
const FOLLOWING = 'true}';

/**
 * The newest pages of channels, which clients read when they start and when they open a channel. They are cached until an
 * event changes one of their posts (docs/cluster.md#cached-pages). The caller checks permissions.
 */
export function createNewestPages({
  channels,
  cluster,
  config,
  database,
  events,
  pictures,
  quotes,
  lists,
}: {
  channels: Pick<Channels, 'reading'>;
  cluster: Cluster;
  config: Pick<Config, 'onChange'>;
  database: Database;
  events: Views;
  pictures: PostPictureFinder;
  quotes: PostQuotes;
  lists: Pick<PostLists, 'channelPage' | 'channelPageJson' | 'hasUnread'>;
}) {
  const pages = createGroupedCache<Page>({
    maxSize: MAX_BYTES,
    sizeOf: ({body, followFlags}) => body.length + 100 * followFlags.length,
    ttl: MAX_AGE,
    isFinal: ({isComplete}) => isComplete,
  });
  const followed = createGroupedCache<ReadonlySet<string>>({
    maxSize: MAX_FOLLOWED * FOLLOWED_BYTES,
    sizeOf: ({size}) => size * FOLLOWED_BYTES,
    ttl: MAX_AGE,
  });

  function invalidate(channelId: string): void {
    pages.invalidate(channelId);
    followed.invalidate(channelId);
  }

  function clear(): void {
    pages.clear();
    followed.clear();
  }

  events.onEveryNode('caches:stale', clear);
  events.onEveryNode('post:created', ({post}) => invalidate(post.channel_id));
  events.onEveryNode('post:edited', ({post}) => invalidate(post.channel_id));
  events.onEveryNode('post:deleted', ({post}) => invalidate(post.channel_id));
  events.onEveryNode('post:acknowledgements-changed', ({channelId}) => invalidate(channelId));
  events.onEveryNode('channel-posts:changed', ({channelIds}) => channelIds.forEach(invalidate));
  events.onEveryNode('reaction:added', ({channelId}) => invalidate(channelId));
  events.onEveryNode('reaction:removed', ({channelId}) => invalidate(channelId));
  events.onEveryNode('thread:follow-changed', ({channelId}) => followed.invalidate(channelId));
  // A user who leaves a channel no longer follows its threads.
  events.onEveryNode('channel-member:left', ({channelId}) => followed.invalidate(channelId));
  events.onEveryNode('channel-member:joined', ({channelId}) => followed.invalidate(channelId));
  // Any post may contain the name of a custom emoji.
  events.onEveryNode('emoji:added', clear);
  events.onEveryNode('emoji:deleted', clear);
  // For example, image proxying and link previews can be disabled.
  config.onChange(clear);

  async function read(channelId: string, limit: number, options: ListOptions): Promise<Page> {
    const before = pictures.fetches();
    const range = {offset: 0, limit};
    const {body, followFlags} = options.threadViewer
      ? withFollowFlags(await lists.channelPage(channelId, range, {...options, threadViewer: {}}))
      : {
          body: Buffer.from(
            options.skipThreads
              ? JSON.stringify(await lists.channelPage(channelId, range, options))
              : await lists.channelPageJson(channelId, range),
          ),
          followFlags: [],
        };
    const after = pictures.fetches();
    const haveFetchesEnded = after.pending === 0 && after.ended === before.ended;
    const json = body.toString('latin1');
    return {
      version: hash('sha1', body, 'base64url'),
      body,
      followFlags,
      isComplete: haveFetchesEnded || !mayHavePictures(json),
      mayHaveQuotes: mayContainPermalink(json),
    };
  }

  async function withQuotes(reader: Actor, page: VersionedBody): Promise<VersionedBody> {
    const list: WirePostList = JSON.parse(page.body().toString());
    const listWithQuotes = await quotes.addToList(reader, list);
    if (listWithQuotes === list) return page;
    const body = JSON.stringify(listWithQuotes);
    return {version: hash('sha1', body, 'base64url'), body: () => body};
  }

  async function pageWithoutQuotes(
    channelId: string,
    limit: number,
    options: ListOptions,
  ): Promise<VersionedBody & Pick<Page, 'mayHaveQuotes'>> {
    const {threadViewer, skipThreads = false} = options;
    const readPage = () => read(channelId, limit, options);
    const caughtUp = cluster.bus.caughtUp();
    const isCurrent = caughtUp === undefined || (await caughtUp);
    const kind = threadViewer ? 'collapsed' : skipThreads ? 'listed' : 'threads';
    const page = await (isCurrent ? pages.get(channelId, `${kind} ${limit}`, readPage) : readPage());
    const {mayHaveQuotes} = page;
    const viewerId = threadViewer?.viewerId;
    if (viewerId === undefined || page.followFlags.length === 0) return {...unchanged(page), mayHaveQuotes};

    const readFollowed = () =>
      selectFollowedThreads(
        database,
        viewerId,
        page.followFlags.map(({postId}) => postId),
      );
    const threads = await (isCurrent
      ? followed.get(channelId, `${viewerId} ${page.version}`, readFollowed)
      : readFollowed());
    return {...(threads.size === 0 ? unchanged(page) : personalize(page, threads)), mayHaveQuotes};
  }

  async function newestPage(
    reader: Actor,
    channelId: string,
    limit: number,
    options: ListOptions = {},
  ): Promise<VersionedBody> {
    const page = await pageWithoutQuotes(channelId, limit, options);
    return page.mayHaveQuotes ? withQuotes(reader, page) : page;
  }

  return {
    /**
     * The newest posts of the channel: the result of {@link PostLists.channelPage} as JSON, with the quotes that the
     * reader may see.
     */
    newestPage,

    /** The newest posts of the channel like {@link newestPage}; undefined if the member has unread posts. */
    async newestPageIfRead(
      reader: Actor,
      {channelId, userId}: {channelId: string; userId: string},
      limit: number,
      options: ListOptions = {},
    ): Promise<VersionedBody | undefined> {
      const question = options.threadViewer ? 'unread root posts' : 'unread posts';
      const hasUnread = await channels.reading.cachedFlag(userId, channelId, question, () =>
        lists.hasUnread(channelId, userId, options),
      );
      return hasUnread ? undefined : newestPage(reader, channelId, limit, options);
    },
  };
}

const mayHavePictures = (json: string) => mayContainImage(json) || json.includes('"attachments":');

/** The list as JSON, in which each post ends with the flag that the viewer doesn't follow it. */
function withFollowFlags({posts, ...list}: WirePostList): Pick<Page, 'body' | 'followFlags'> {
  const parts: Buffer[] = [];
  const followFlags: Page['followFlags'] = [];
  let offset = 0;
  const add = (text: string) => {
    const part = Buffer.from(text);
    parts.push(part);
    offset += part.length;
  };
  add(`${JSON.stringify(list).slice(0, -1)},"posts":{`);
  for (const [id, post] of Object.entries(posts)) {
    const json = JSON.stringify({...post, is_following: undefined});
    add(`${followFlags.length > 0 ? ',' : ''}"${id}":${json.slice(0, -1)},"is_following":`);
    followFlags.push({postId: id, offset});
    add(NOT_FOLLOWING);
  }
  add('}}');
  return {body: Buffer.concat(parts), followFlags};
}

const unchanged = ({version, body}: Page): VersionedBody => ({version, body: () => body});

/** The page for a viewer who follows these threads. */
function personalize({version, body, followFlags}: Page, threads: ReadonlySet<string>): VersionedBody {
  return {
    version: `${version}.${hash('sha1', [...threads].sort().join(), 'base64url')}`,
    body() {
      const parts: Buffer[] = [];
      let from = 0;
      for (const {postId, offset} of followFlags) {
        if (!threads.has(postId)) continue;
        parts.push(body.subarray(from, offset), Buffer.from(FOLLOWING));
        from = offset + NOT_FOLLOWING.length;
      }
      return Buffer.concat([...parts, body.subarray(from)]);
    },
  };
}
