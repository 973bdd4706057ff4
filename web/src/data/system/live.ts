import {WebSocketClient} from '@mattermost/client';
import {atom} from 'nanostores';
import {applyEvent} from '../../lib/changes-during-load.ts';
import {server} from '../../lib/server.ts';
import {clientConfig} from './client-config.ts';

/** An event from the server. Its name determines what `data` contains. */
export interface LiveEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of event has its own data, and its listener knows it.
  data: any;
  broadcast: {channel_id: string; team_id: string; user_id: string};
  /** Its position among the events of the connection. */
  seq: number;
  /** Whether it happened before the page began to load. */
  isEarlier: boolean;
}

/** The state of the live connection: `connecting` at first, `live`, or `lost` while reconnecting. */
export const $liveState = atom<'connecting' | 'live' | 'lost'>('connecting');

const listeners = new Map<string, Set<(event: LiveEvent) => void>>();
const missedListeners = new Set<() => void>();
const firstConnectListeners = new Set<() => void>();
let client: WebSocketClient | undefined;
let ownConnectionId = '';
let isReady = false;
/** When the page began to load the data of the account, in milliseconds since 1970. */
let loadedSince = Date.now();
/** How much earlier that was than the connection, in milliseconds. */
let pageAge = 0;
/** How old the events right after `hello` were then, in milliseconds. */
let ages: readonly number[] = [];
let helloAt = 0;
/** In milliseconds. How much later the first request may have reached the server than the socket's, at most. */
const MARGIN = 2_000;
/** Events that arrived after one whose changes aren't shown yet; undefined if there is none. */
let waiting: LiveEvent[] | undefined;
/** A task after those in which React draws what has changed. Unlike a timer, it isn't late in a hidden page. */
const nextTask = new MessageChannel();
nextTask.port1.onmessage = applyWaiting;
/** Whether the socket is open. It stays open for a while after the network is lost. */
let isOpen = false;

/** The server's id for this page's connection; empty if there is none yet. */
export function connectionId(): string {
  return ownConnectionId;
}

/** Calls `listener` for each event with that name, until the returned function is called. */
export function onLive(name: string, listener: (event: LiveEvent) => void): () => void {
  const those = listeners.get(name) ?? new Set();
  listeners.set(name, those.add(listener));
  return () => those.delete(listener);
}

/** Calls `listener` when events were missed, so that everything on the page must be loaded again. */
export function onMissedEvents(listener: () => void): () => void {
  missedListeners.add(listener);
  return () => missedListeners.delete(listener);
}

/** Call this when the page begins to load the data of another account. */
export function loadsAgain(): void {
  loadedSince = Date.now();
}

/** Calls `listener` when the first connection is ready. */
export function onFirstConnect(listener: () => void): () => void {
  firstConnectListeners.add(listener);
  return () => firstConnectListeners.delete(listener);
}

function webSocketUrl(): string {
  const own = server.getWebSocketUrl().replace(/^http/, 'ws');
  const configured = clientConfig().WebsocketURL;
  return configured ? `${configured.replace(/\/$/, '')}${new URL(own).pathname}` : own;
}

/** The first connection asks for the events since the page began to load its data (docs/specification.md#websocket). */
function openSocket(url: string): WebSocket {
  pageAge = Date.now() - loadedSince;
  return new WebSocket(isReady ? url : `${url}&recent_ms=${pageAge + MARGIN}`);
}

/** Connects, and reconnects if necessary, until {@link disconnect}. */
export function connect(): void {
  if (client) return;
  const socket = new WebSocketClient({
    minWebSocketRetryTime: 1000,
    reconnectJitterRange: 1000,
    newWebSocketFn: openSocket,
  });
  client = socket;
  socket.addMessageListener((message) => receive(message as unknown as LiveEvent));
  socket.addReconnectListener(() => {
    isOpen = true;
    $liveState.set('live');
  });
  socket.addCloseListener(() => {
    isOpen = false;
    $liveState.set('lost');
    // The session may have ended. Only a request shows that: a socket opens even without a valid cookie.
    server.getMe().catch(() => {});
  });
  socket.addMissedMessageListener(() => {
    applyWaiting();
    onMissed();
  });
  socket.initialize(webSocketUrl());
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
}

/**
 * Applies an event immediately, but those that arrive before its changes are shown together, so that the page is drawn
 * once for all of them. React gives up if many changes follow each other before it has finished drawing.
 */
function receive(event: LiveEvent): void {
  if (waiting) {
    waiting.push(event);
    return;
  }
  waiting = [];
  nextTask.port2.postMessage(undefined);
  apply(event);
}

function applyWaiting(): void {
  const events = waiting ?? [];
  waiting = undefined;
  for (const event of events) {
    try {
      apply(event);
    } catch (error) {
      // The others don't depend on it.
      reportError(error);
    }
  }
}

function apply(event: LiveEvent): void {
  if (event.event === 'hello') onHello(event.data);
  const age = ages[event.seq - 1] ?? Number.NaN;
  event.isEarlier = age > pageAge;
  applyEvent(helloAt - age, () => {
    for (const listener of [...(listeners.get(event.event) ?? [])]) listener(event);
  });
}

/** The browser notices a lost network immediately. The socket only notices when the server stops responding. */
function onOffline(): void {
  if ($liveState.get() === 'live') $liveState.set('lost');
}

/** If the socket survived, nothing was missed. Otherwise, the client library reconnects. */
function onOnline(): void {
  if (isOpen) $liveState.set('live');
}

function onMissed(): void {
  for (const listener of [...missedListeners]) listener();
}

/** Events start with the server's `hello`, not when the connection opens. */
function onHello(hello: {connection_id: string; recent_event_ages?: readonly number[] | null}): void {
  ages = hello.recent_event_ages ?? [];
  helloAt = Date.now();
  ownConnectionId = hello.connection_id;
  isOpen = true;
  $liveState.set('live');
  if (isReady) return;
  isReady = true;
  for (const listener of [...firstConnectListeners]) listener();
  // What was loaded before may be older than the first event.
  if (!hello.recent_event_ages) onMissed();
}

export function disconnect(): void {
  window.removeEventListener('offline', onOffline);
  window.removeEventListener('online', onOnline);
  client?.close();
  client = undefined;
  waiting = undefined;
  isOpen = false;
  isReady = false;
  $liveState.set('connecting');
}

/** Tells the others in the channel or thread that the person is typing. */
export function sendTyping(channelId: string, rootId: string): void {
  client?.userTyping(channelId, rootId);
}
