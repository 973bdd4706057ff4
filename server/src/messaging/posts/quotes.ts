import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {previewableLinks} from './links.ts';
import type {PostPresenter} from './post-presenter.ts';
import type {WirePost} from './present.ts';
import {selectPosts, selectQuoteOrigins} from './store.ts';

/** A post of this server that another post links to. Only users who can read its channel may receive it. */
export interface Quote {
  channelId: string;
  /** The team whose members may read the channel without being in it; empty unless the channel is public. */
  publicTeamId: string;
  /** The length of the quoted post's JSON in characters. */
  length: number;
  /** An item of `metadata.embeds` on the wire. */
  embed: {type: 'permalink'; data: QuotedPost};
}

interface QuotedPost {
  post_id: string;
  post: WirePost;
  /** Empty for direct and group messages. */
  team_name: string;
  channel_id: string;
  channel_type: string;
  channel_display_name: string;
}

export type PostQuotes = ReturnType<typeof createPostQuotes>;

type QuotingPost = Pick<WirePost, 'id' | 'message' | 'props' | 'type' | 'delete_at'>;

/** The maximum length of a quoted post's JSON in characters. Posts with larger props are not quoted. */
const MAX_QUOTE = 50_000;
/**
 * The maximum length of all quotes in a response in characters, because many short messages on a page can quote the
 * same long one.
 */
const MAX_QUOTES = 1_000_000;

/** Whether a text, or JSON that contains it, may contain a permalink to a post. */
export const mayContainPermalink = (text: string) => text.includes('/pl/');

/**
 * Quotes the posts that other posts link to. Quotes are never stored, cached or part of a post on the event bus. They
 * are read for each response and event and added for one reader, after checking that reader's permissions. So they
 * reflect edits and deletions, and can't reach features that store or forward posts, such as exports and emails.
 */
export function createPostQuotes({
  config,
  database,
  permissions,
  presentPosts,
}: {
  config: Config;
  database: Database;
  permissions: Permissions;
  presentPosts: PostPresenter;
}) {
  /** The ids of the posts that a post links to. */
  async function quotedIds({id, message, props, type}: QuotingPost): Promise<string[]> {
    if (!mayContainPermalink(message)) return [];
    const start = `${siteUrl(config.get())}/`.toLowerCase();
    const ids = (await previewableLinks({message, props, type})).flatMap((url) => {
      if (!url.toLowerCase().startsWith(start)) return [];
      return /^[a-z0-9_-]{1,64}\/pl\/([a-z0-9]{26})$/.exec(url.slice(start.length))?.[1] ?? [];
    });
    return [...new Set(ids)].filter((quoted) => quoted !== id);
  }

  /** All quotes in these posts, before permission checks, by the id of the quoting post. */
  async function findQuotes(posts: readonly QuotingPost[]): Promise<Map<string, Quote[]>> {
    const found = new Map<string, Quote[]>();
    if (!config.get().ServiceSettings.EnablePermalinkPreviews) return found;
    if (!posts.some(({message}) => mayContainPermalink(message))) return found;
    const idsByPost = await Promise.all(posts.map(quotedIds));
    const ids = [...new Set(idsByPost.flat())];
    if (ids.length === 0) return found;
    const rows = (await selectPosts(database, ids)).filter(({deleteat}) => deleteat === 0);
    const [quoted, places] = await Promise.all([
      presentPosts(rows),
      selectQuoteOrigins(database, [...new Set(rows.map(({channelid}) => channelid))]),
    ]);
    const quotes = new Map(
      quoted.flatMap((post) => {
        const {channel_id: channelId} = post;
        const found = places.get(channelId);
        const {length} = JSON.stringify(post);
        if (!found || length > MAX_QUOTE) return [];
        const data = {post_id: post.id, post, channel_id: channelId, ...found.origin};
        const publicTeamId = found.origin.channel_type === 'O' ? found.teamId : '';
        return [[post.id, {channelId, publicTeamId, length, embed: {type: 'permalink' as const, data}}]];
      }),
    );
    for (const [index, {id, delete_at}] of posts.entries()) {
      const own = delete_at > 0 ? [] : idsByPost[index]!.flatMap((quotedId) => quotes.get(quotedId) ?? []);
      if (own.length > 0) found.set(id, own);
    }
    return found;
  }

  /** The posts with the quotes that the reader may see, up to {@link MAX_QUOTES}. */
  async function withQuotes<ShownPost extends WirePost>(
    reader: Actor,
    posts: readonly ShownPost[],
  ): Promise<ShownPost[]> {
    const quotes = await findQuotes(posts);
    if (quotes.size === 0) return [...posts];
    const readable = new Set<string>();
    for (const channelId of new Set([...quotes.values()].flat().map((quote) => quote.channelId))) {
      if (await permissions.canReadChannel(reader, channelId)) readable.add(channelId);
    }
    let left = MAX_QUOTES;
    return posts.map((post) => {
      const visible = (quotes.get(post.id) ?? []).filter(({channelId}) => readable.has(channelId));
      for (const {length} of visible) left -= length;
      return left < 0 ? post : addQuotes(post, visible);
    });
  }

  return {
    withQuotes,

    /**
     * All quotes in a new or changed post, before permission checks; undefined if there are none. Never rejects,
     * because the post already exists.
     */
    async getForNewPost({
      id = '',
      message,
      props,
      type,
    }: Pick<WirePost, 'message' | 'props' | 'type'> & {id?: string}): Promise<Quote[] | undefined> {
      try {
        return (await findQuotes([{id, message, props, type, delete_at: 0}])).get(id);
      } catch {
        return undefined;
      }
    },

    /** Adds to the posts of the list the quotes that the reader may see. */
    async addToList<List extends {posts: Record<string, WirePost>}>(
      reader: Actor,
      list: List,
    ): Promise<List> {
      const all = Object.values(list.posts);
      if (!all.some(({message}) => mayContainPermalink(message))) return list;
      const posts = await withQuotes(reader, all);
      return {...list, posts: Object.fromEntries(posts.map((post) => [post.id, post]))};
    },
  };
}

/** Adds quotes to a post, for a reader who may see them. */
export function addQuotes<Shown extends WirePost>(post: Shown, quotes: readonly Quote[]): Shown {
  if (quotes.length === 0) return post;
  const {metadata} = post;
  return {...post, metadata: {...metadata, embeds: [...metadata.embeds, ...quotes.map(({embed}) => embed)]}};
}
