import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import {createFairQueue} from '../../platform/concurrency/fair-queue.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {OutboundHttp, OutboundResponse} from '../../platform/outbound-http/outbound-http.ts';
import type {ImageProxy} from '../image-proxy/image-proxy.ts';
import type {LinkMetadata, LinkMetadataStore} from '../link-metadata/link-metadata.ts';
import {readPageMetadata} from './page-metadata.ts';

/** How many bytes of a page are read. Its metadata is at the start. */
const MAX_PAGE_BYTES = 1 << 20;
/** The time limit for fetching a page, including redirects, in milliseconds. */
const FETCH_TIMEOUT = 5_000;
/** How long to wait before fetching a failed link again, in milliseconds. */
const RETRY_AFTER_MS = 600_000;
/** The number of concurrent fetches, in total, per author and per site. */
const FETCHES = {slots: 8, perOwner: 3, perResource: 2, maxWaiting: 100};
// Some sites send metadata only to clients that identify themselves as bots.
const USER_AGENT = 'Patchbay/1.0 (link preview bot)';

const NONE: LinkMetadata = {type: 'none', data: {}};

export type LinkPreviews = ReturnType<typeof createLinkPreviews>;

/** Fetches the metadata of pages on other sites, to show previews below messages that link to them. */
export function createLinkPreviews({
  config,
  linkMetadata,
  imageProxy,
  outboundHttp,
}: {
  config: Config;
  linkMetadata: LinkMetadataStore;
  imageProxy: ImageProxy;
  outboundHttp: OutboundHttp;
}) {
  const queue = createFairQueue(FETCHES);
  /** By author and URL, so that an author with many queued pages doesn't delay others who post the same link. */
  const inFlight = new Map<string, Promise<void>>();
  const tried = createBoundedCache<string, true>(5_000, {ttl: RETRY_AFTER_MS});

  function isAllowed(url: URL): boolean {
    if (url.origin === new URL(siteUrl(config.get())).origin) return false;
    const host = url.hostname.replace(/\.$/, '');
    const excluded = config
      .get()
      .ServiceSettings.RestrictLinkPreviews.toLowerCase()
      .split(/[\s,@]+/);
    return !excluded.some((domain) => domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
  }

  async function load(url: string, author: string): Promise<void> {
    const response = await outboundHttp.request({
      method: 'GET',
      url,
      headers: {accept: 'text/html, image/*;q=0.9', 'user-agent': USER_AGENT},
      purpose: 'link-preview',
      timeout: FETCH_TIMEOUT,
      maxBytes: MAX_PAGE_BYTES,
      cutsBody: true,
      isAllowed,
    });
    // The error may be temporary.
    if (response.status >= 500 || response.status === 429) return;
    const contentType = String(response.headers['content-type'] ?? '');
    if (response.status === 200 && contentType.startsWith('image/') && imageProxy.isEnabled()) {
      await imageProxy.fetchDimensions(url, author);
      return;
    }
    const metadata = await parseMetadata(response, contentType);
    // Fetched before the page is stored, so that no post has the preview without the size of its image.
    const images = metadata.type === 'opengraph' && imageProxy.isEnabled() ? metadata.data.images : [];
    for (const image of images) await imageProxy.fetchDimensions(image.url, author).catch(() => {});
    await linkMetadata.set(url, metadata);
  }

  return {
    isEnabled: () => config.get().ServiceSettings.EnableLinkPreviews,

    /**
     * Whether pages of the link's site may have previews: pages of this server and of domains in `RestrictLinkPreviews`
     * may not.
     */
    mayPreview(link: string): boolean {
      const url = URL.parse(link);
      return url !== null && isAllowed(url);
    },

    /** The stored metadata of these links. */
    stored: (links: readonly string[]): Promise<Map<string, LinkMetadata>> => linkMetadata.get(links),

    /**
     * Fetches a link when it is its turn, and stores its metadata. Returns undefined if it was tried recently or too
     * many are waiting. Never rejects.
     *
     * @param author the author of the post; one author's links don't delay those of others
     */
    fetch(link: string, author: string): Promise<void> | undefined {
      const key = `${author} ${link}`;
      const pending = inFlight.get(key);
      if (pending || tried.has(link)) return pending;
      const fetching = queue.run({owner: author, resource: URL.parse(link)?.host ?? ''}, () =>
        withoutCaller(async () => {
          if ((await linkMetadata.get([link])).size === 0) await load(link, author);
        }),
      );
      const done = fetching
        ?.catch(() => {})
        .finally(() => {
          tried.set(link, true);
          inFlight.delete(key);
        });
      if (done) inFlight.set(key, done);
      return done;
    },
  };
}

async function parseMetadata(
  {status, url, body, headers}: OutboundResponse,
  contentType: string,
): Promise<LinkMetadata> {
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
  if (status !== 200 || !isPage || (headers['content-encoding'] ?? 'identity') !== 'identity') return NONE;
  const data = await readPageMetadata(body, {contentType, url});
  return data ? {type: 'opengraph', data} : NONE;
}
