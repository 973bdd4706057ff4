import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {Refusal, server} from '../../lib/server.ts';
import {pushChoice, registerServiceWorker, supportsPush} from './service-worker.ts';

/**
 * The state of push notifications in this browser: `unsupported` by the browser, `disabled` on the server, `blocked`
 * in the browser's settings, `off` or `on`.
 */
type PushState = 'unsupported' | 'disabled' | 'blocked' | 'off' | 'on';

const pushStateQuery = {
  queryKey: ['push-state'],
  queryFn: async (): Promise<PushState> => {
    if (!supportsPush()) return 'unsupported';
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

async function publicKey(): Promise<string> {
  return (await server.call<{public_key: string}>('/web_push/key')).public_key;
}

/** Subscribes this browser, or renews its subscription for the session. */
export async function subscribe(): Promise<void> {
  const {pushManager} = await registerServiceWorker();
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
