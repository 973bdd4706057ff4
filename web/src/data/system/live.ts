import {WebSocketClient} from '@mattermost/client';
import {atom} from 'nanostores';
import {server} from '../../lib/server.ts';
import {clientConfig} from './client-config.ts';

/** An event as the server sends it; what is in `data` depends on its name. */
export interface LiveEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of event has its own data, and its listener knows it.
  data: any;
  broadcast: {channel_id: string; team_id: string; user_id: string};
}

/** How the live connection is: `connecting` for the first time, `live`, or `lost` and being tried again. */
export const $liveState = atom<'connecting' | 'live' | 'lost'>('connecting');

const listeners = new Map<string, Set<(event: LiveEvent) => void>>();
const missedListeners = new Set<() => void>();
const firstConnectListeners = new Set<() => void>();
let client: WebSocketClient | undefined;
let ownConnectionId = '';
let wasWelcomed = false;

/** What the server calls this page's connection; empty before there is one. */
export function connectionId(): string {
  return ownConnectionId;
}

/** Calls `listener` for each event of that name; returns how to stop. */
export function onLive(name: string, listener: (event: LiveEvent) => void): () => void {
  const those = listeners.get(name) ?? new Set();
  listeners.set(name, those.add(listener));
  return () => those.delete(listener);
}

/** Calls `listener` when events are lost for good and all that is shown has to be read anew. */
export function onMissedEvents(listener: () => void): () => void {
  missedListeners.add(listener);
  return () => missedListeners.delete(listener);
}

/**
 * Calls `listener` when the page hears of events for the first time: what it read before that may have changed before
 * the connection stood, unheard.
 */
export function onFirstConnect(listener: () => void): () => void {
  firstConnectListeners.add(listener);
  return () => firstConnectListeners.delete(listener);
}

function webSocketUrl(): string {
  const own = server.getWebSocketUrl().replace(/^http/, 'ws');
  const configured = clientConfig().WebsocketURL;
  return configured ? `${configured.replace(/\/$/, '')}${new URL(own).pathname}` : own;
}

/** Connects, and keeps connected until {@link disconnect}. */
export function connect(): void {
  if (client) return;
  const socket = new WebSocketClient({minWebSocketRetryTime: 1000, reconnectJitterRange: 1000});
  client = socket;
  socket.addMessageListener((message) => {
    const event = message as unknown as LiveEvent;
    if (event.event === 'hello') welcome(event.data.connection_id);
    for (const listener of [...(listeners.get(event.event) ?? [])]) listener(event);
  });
  socket.addReconnectListener(() => $liveState.set('live'));
  socket.addCloseListener(() => {
    $liveState.set('lost');
    // It may be that the session is over. A plain call tells: without the cookie, the next socket opens all the same.
    server.getMe().catch(() => {});
  });
  socket.addMissedMessageListener(() => {
    for (const listener of [...missedListeners]) listener();
  });
  socket.initialize(webSocketUrl());
}

/** The server tells of events from its `hello` on, not yet when the connection opens. */
function welcome(connectionId: string): void {
  ownConnectionId = connectionId;
  $liveState.set('live');
  if (wasWelcomed) return;
  wasWelcomed = true;
  for (const listener of [...firstConnectListeners]) listener();
}

export function disconnect(): void {
  client?.close();
  client = undefined;
  wasWelcomed = false;
  $liveState.set('connecting');
}

/** Tells the others in the channel, or in the thread, that the person is typing. */
export function sendTyping(channelId: string, rootId: string): void {
  client?.userTyping(channelId, rootId);
}
