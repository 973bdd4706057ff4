import type {Static} from 'typebox';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {LinkMetadata} from '../link-metadata/link-metadata.ts';
import type {LinkPreviews} from '../link-previews/link-previews.ts';
import {mayContainLink, previewableLinks} from './links.ts';
import type {PostWithPictures} from './pictures.ts';
import type {PostMetadata} from './schema.ts';

/** An item of `metadata.embeds` on the wire. */
export type Embed = Static<typeof PostMetadata>['embeds'][number];

/** A post whose links are looked up. */
export interface LinkedPost extends PostWithPictures {
  channelid: string;
  type: string;
}

/** The embeds of a post's links. */
export interface LinkEmbeds {
  embeds: Embed[];
  /** The images to show. Clients need their dimensions. */
  images: string[];
}

const NOTHING: LinkEmbeds = {embeds: [], images: []};

export type LinkEmbedFinder = ReturnType<typeof createLinkEmbedFinder>;

/**
 * Finds the metadata of links in posts. Missing metadata is fetched in the background, so neither a new post nor a
 * reader waits for another site.
 */
export function createLinkEmbedFinder({
  linkPreviews,
  events,
}: {
  linkPreviews: LinkPreviews;
  events: Pick<EventBus, 'publish'>;
}) {
  /** Reads the stored metadata of each post's links, and starts fetching missing metadata. */
  async function find(
    posts: readonly LinkedPost[],
  ): Promise<{found: LinkEmbeds[]; pending: Promise<void>[][]}> {
    if (!linkPreviews.isEnabled() || !posts.some(({message}) => mayContainLink(message)))
      return {found: [], pending: []};
    const linksByPost = (await Promise.all(posts.map(previewableLinks))).map((links) =>
      links.filter(linkPreviews.mayPreview),
    );
    const metadata = await linkPreviews.stored(linksByPost.flat());
    return {
      found: linksByPost.map((links) => buildEmbeds(links, metadata)),
      pending: linksByPost.map((links, index) =>
        links
          .filter((url) => !metadata.has(url))
          .flatMap((url) => linkPreviews.fetch(url, posts[index]!.userid) ?? []),
      ),
    };
  }

  return {
    /**
     * The stored metadata of each post's links, by index; an empty list if no post has any. When missing metadata has
     * been fetched, cached pages of the channel are read again.
     */
    async get(posts: readonly LinkedPost[]): Promise<LinkEmbeds[]> {
      const {found, pending} = await find(posts);
      for (const [index, fetches] of pending.entries()) {
        const {channelid} = posts[index]!;
        if (fetches.length === 0) continue;
        void Promise.all(fetches).then(() =>
          events.publish('channel-posts:changed', {channelIds: [channelid]}),
        );
      }
      return found;
    },

    /**
     * The stored metadata of the links in a new or edited post. Missing metadata is fetched, and `more` resolves to
     * whether there is something new to show. Never rejects, because the post already exists.
     */
    async getForNewPost(post: LinkedPost): Promise<LinkEmbeds & {more?: Promise<boolean>}> {
      try {
        const {found, pending} = await find([post]);
        const now = found[0] ?? NOTHING;
        const fetches = pending[0] ?? [];
        if (fetches.length === 0) return now;
        const isMore = async () => {
          await Promise.all(fetches);
          const {found: later} = await find([post]);
          return later.length > 0 && !isSame(later[0]!, now);
        };
        return {...now, more: withoutCaller(isMore).catch(() => false)};
      } catch {
        return NOTHING;
      }
    },
  };
}

function buildEmbeds(links: readonly string[], stored: ReadonlyMap<string, LinkMetadata>): LinkEmbeds {
  const embeds: Embed[] = [];
  const images: string[] = [];
  for (const url of links) {
    const metadata = stored.get(url);
    if (metadata?.type === 'opengraph') {
      embeds.push({type: 'opengraph', url, data: metadata.data});
      images.push(...metadata.data.images.map((image) => image.url));
    } else if (metadata?.type === 'image') {
      embeds.push({type: 'image', url});
      images.push(url);
    } else if (metadata) {
      embeds.push({type: 'link', url});
    }
  }
  return {embeds, images};
}

const isShown = ({type}: Embed) => type !== 'link';

const isSame = (one: LinkEmbeds, other: LinkEmbeds) =>
  JSON.stringify(one.embeds.filter(isShown)) === JSON.stringify(other.embeds.filter(isShown));
