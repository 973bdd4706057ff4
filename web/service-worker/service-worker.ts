/**
 * Runs in the browser, separately from the web client: shows push notifications, and starts the installed app without a connection
 * (docs/push-notifications.md). It must not import anything, because it is one file at a fixed address.
 */
export {};

declare const self: ServiceWorkerGlobalScope;

const PAGE_CACHE = 'page';
const ASSET_CACHE = 'assets';
/**
 * The cache for the content that another app shared last, and the path of the page that reads it
 * (data/drafts/shared-content.ts).
 */
const SHARE_CACHE = 'shared';
const SHARE = '/_share';
/** Enough for the files of several versions of the client. The oldest ones are removed first. */
const MAX_ASSETS = 400;
/** Paths that aren't pages of the client. All pages are the same file. */
const NOT_PAGES = /^\/(?:api|hooks|metrics|plugins|static)(?:\/|$)/;

/** What the server sends (`Notice` in server/src/messaging/web-push/web-push.ts). */
interface Notice {
  title: string;
  body: string;
  tag: string;
  path: string;
  evenIfVisible?: boolean;
}

self.addEventListener('install', (event) => {
  event.waitUntil(savePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (request.method === 'POST' && pathname === SHARE && origin === self.location.origin) {
    event.respondWith(receiveShare(request));
    return;
  }
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !NOT_PAGES.test(pathname)) event.respondWith(openPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(request));
});

// The page sends the URLs of the files it has loaded, because the first ones were loaded before this worker ran.
self.addEventListener('message', (event) => {
  const {assets} = event.data as {assets?: string[]};
  if (assets) event.waitUntil(Promise.allSettled(assets.map((url) => openAsset(new Request(url)))));
});

self.addEventListener('push', (event) => {
  const notice = event.data?.json() as Notice | undefined;
  if (notice) event.waitUntil(show(notice));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const {path} = event.notification.data as {path: string};
  event.waitUntil(openPath(path));
});

/** Stores what another app shares, for the page where the person chooses a channel. */
async function receiveShare(request: Request): Promise<Response> {
  const content = new Response(await request.formData());
  await (await caches.open(SHARE_CACHE)).put(SHARE, content);
  return Response.redirect(SHARE, 303);
}

async function savePage(): Promise<void> {
  const response = await fetch('/', {headers: {accept: 'text/html'}, cache: 'no-cache'});
  if (response.ok) await (await caches.open(PAGE_CACHE)).put('/', response);
}

/** Returns the page from the server or, without a connection, the last one received. */
async function openPage({request, preloadResponse}: FetchEvent): Promise<Response> {
  try {
    // The preload response: the browser requests the page while it starts this worker.
    const response = ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
    const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html') === true;
    if (isPage) void caches.open(PAGE_CACHE).then((cache) => cache.put('/', response.clone()));
    return response;
  } catch (error) {
    const saved = await caches.match('/');
    if (!saved) throw error;
    return saved;
  }
}

/** The names of files in `assets` contain a hash of their content, so they never change. */
async function openAsset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSET_CACHE);
  const saved = await cache.match(request.url);
  if (saved) return saved;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request.url, response.clone());
    const urls = await cache.keys();
    await Promise.all(urls.slice(0, Math.max(0, urls.length - MAX_ASSETS)).map((url) => cache.delete(url)));
  }
  return response;
}

const windows = () => self.clients.matchAll({type: 'window', includeUncontrolled: true});

/** Shows a notification, unless a window is visible: people see the message there. */
async function show({title, body, tag, path, evenIfVisible = false}: Notice): Promise<void> {
  if (!evenIfVisible && (await windows()).some(({visibilityState}) => visibilityState === 'visible')) return;
  await self.registration.showNotification(title, {body, tag, icon: '/icon-192.png', data: {path}});
}

/** Opens a path in a window of the client, or in a new one. */
async function openPath(path: string): Promise<void> {
  // Only pages of this site.
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [open] = await windows();
  if (!open) return void (await self.clients.openWindow(url.href));
  await open.focus();
  open.postMessage({open: url.pathname + url.search});
}
