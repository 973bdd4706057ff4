import {useQuery} from '@tanstack/react-query';
import {goTo} from '../../lib/go-to.ts';
import {queries} from '../../lib/queries.ts';
import {Refusal, server} from '../../lib/server.ts';
import {clientConfig} from '../system/client-config.ts';
import {me} from './session.ts';

/**
 * The state of push notifications in this browser: `unsupported` by the browser, `disabled` on the server, `blocked`
 * in the browser's settings, `off` or `on`.
 */
type PushState = 'unsupported' | 'disabled' | 'blocked' | 'off' | 'on';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Stored while the signed-in account has push notifications turned on in this browser. */
const pushChoice = {
  key: () => `push-notifications:${me().id}`,
  isSet: () => localStorage.getItem(pushChoice.key()) === 'on',
  set: () => localStorage.setItem(pushChoice.key(), 'on'),
  clear: () => localStorage.removeItem(pushChoice.key()),
};

const pushStateQuery = {
  queryKey: ['push-state'],
  queryFn: async (): Promise<PushState> => {
    if (!isSupported()) return 'unsupported';
    try {
      await publicKey();
    } catch (error) {
      if (error instanceof Refusal && error.status_code === 501) return 'disabled';
      throw error;
    }
    if (Notification.permission === 'denied') return 'blocked';
    const subscription = await (
      await navigator.serviceWorker.getRegistration()
    )?.pushManager.getSubscription();
    return subscription && pushChoice.isSet() ? 'on' : 'off';
  },
};

/** The state of push notifications in this browser; undefined while loading. */
export function usePushState(): PushState | undefined {
  return useQuery(pushStateQuery).data;
}

/**
 * Asks for permission if necessary, and subscribes this browser. Does nothing if the person refuses.
 *
 * @throws Error if the browser can't reach its push service, or the server rejects the subscription
 */
export async function turnOnPush(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') {
    await subscribe();
    pushChoice.set();
  }
  await queries.invalidateQueries(pushStateQuery);
}

/** Removes this browser's subscription. */
export async function turnOffPush(): Promise<void> {
  pushChoice.clear();
  await server.call('/web_push/subscription', {method: 'DELETE'});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await queries.invalidateQueries(pushStateQuery);
}

/** Sends a notification to this browser. */
export async function testPush(): Promise<void> {
  await server.call('/web_push/test', {method: 'POST'});
}

/**
 * Starts the service worker, which also makes the client start without a connection. If administrators turned that
 * off, starts it only if the client is installed as an app, or if the account has push notifications here. Also
 * renews the subscription, which belongs to the session.
 */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({data}) => {
    const {open} = data as {open?: string};
    if (open?.startsWith('/')) goTo(open);
  });
  const wantsPush = isSupported() && pushChoice.isSet() && Notification.permission === 'granted';
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  const startsOffline = clientConfig().EnableOfflineMessages === 'true';
  if (!wantsPush && !isInstalled && !startsOffline) return;
  await register();
  if (wantsPush) await subscribe();
}

async function register(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js');
  const registration = await navigator.serviceWorker.ready;
  const {controller} = navigator.serviceWorker;
  if (!controller) navigator.serviceWorker.addEventListener('controllerchange', sendAssets, {once: true});
  else sendAssets();
  return registration;
}

/**
 * Tells the service worker which files were requested before it controlled the page. Some of them may still be
 * loading, so this also follows files that load later.
 */
function sendAssets(): void {
  const controlledSince = performance.now();
  new PerformanceObserver((loaded) => {
    const assets = loaded
      .getEntries()
      .filter(({startTime}) => startTime <= controlledSince)
      .map(({name}) => name)
      .filter((name) => name.startsWith(`${window.location.origin}/assets/`));
    if (assets.length > 0) navigator.serviceWorker.controller?.postMessage({assets});
  }).observe({type: 'resource', buffered: true});
}

async function publicKey(): Promise<string> {
  return (await server.call<{public_key: string}>('/web_push/key')).public_key;
}

async function subscribe(): Promise<void> {
  const {pushManager} = await register();
  const applicationServerKey = await publicKey();
  const existing = await pushManager.getSubscription();
  const isCurrent = existing && toBase64Url(existing.options.applicationServerKey) === applicationServerKey;
  if (existing && !isCurrent) await existing.unsubscribe();
  const subscription = isCurrent
    ? existing
    : await pushManager.subscribe({userVisibleOnly: true, applicationServerKey});
  const {endpoint, keys} = subscription.toJSON();
  await server.call('/web_push/subscription', {method: 'PUT', body: {endpoint, keys}});
}

function toBase64Url(buffer: ArrayBuffer | null): string {
  if (!buffer) return '';
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
