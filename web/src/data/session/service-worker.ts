import {goTo} from '../../lib/go-to.ts';
import {clientConfig} from '../system/client-config.ts';
import {me} from './session.ts';

/** Whether this browser can receive push notifications. */
export const supportsPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Stored while the signed-in account has push notifications turned on in this browser. */
export const pushChoice = {
  key: () => `push-notifications:${me().id}`,
  isSet: () => localStorage.getItem(pushChoice.key()) === 'on',
  set: () => localStorage.setItem(pushChoice.key(), 'on'),
  clear: () => localStorage.removeItem(pushChoice.key()),
};

/**
 * Starts the service worker, which also makes the client start without a connection. If administrators turned that
 * off, starts it only if the client is installed as an app, or if the account has push notifications here. Then, it
 * calls `renewPush`, because the subscription belongs to the session.
 */
export async function startServiceWorker(renewPush: () => Promise<void>): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({data}) => {
    const {open} = data as {open?: string};
    if (open?.startsWith('/')) goTo(open);
  });
  const wantsPush = supportsPush() && pushChoice.isSet() && Notification.permission === 'granted';
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  const startsOffline = clientConfig().EnableOfflineMessages === 'true';
  if (!wantsPush && !isInstalled && !startsOffline) return;
  await registerServiceWorker();
  if (wantsPush) await renewPush();
}

/** Starts the service worker, and waits until it is ready. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
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
