import type {IncomingMessage} from 'node:http';
import type {Permissions} from '../messaging/permissions/permissions.ts';
import type {Sessions} from '../messaging/sessions/sessions.ts';
import type {SidebarCategories} from '../messaging/sidebar-categories/sidebar-categories.ts';
import type {Statuses} from '../messaging/statuses/statuses.ts';
import type {System} from '../messaging/system/system.ts';
import type {Users} from '../messaging/users/users.ts';
import type {Visibility} from '../messaging/visibility/visibility.ts';
import type {Cluster} from '../platform/cluster/cluster.ts';
import type {Config} from '../platform/config/config.ts';
import type {Database} from '../platform/database/database.ts';
import type {EventBus} from '../platform/event-bus/event-bus.ts';
import type {HttpServer} from '../platform/http/http-server.ts';
import type {Logger} from '../platform/logging/logger.ts';
import type {Metrics} from '../platform/metrics/metrics.ts';
import {announceEvents} from './announcements/announcements.ts';
import {moveClients} from './drain.ts';
import {createGateway} from './gateway/gateway.ts';
import {createHub} from './hub/hub.ts';
import {createTyping} from './typing/typing.ts';

/** Time between checks of timeouts and pings, in milliseconds. */
const SWEEP_INTERVAL = 1000;

export type Realtime = ReturnType<typeof createRealtime>;

/** Delivers events to clients over WebSockets. */
export function createRealtime(parts: {
  app: HttpServer;
  cluster: Cluster;
  config: Config;
  database: Database;
  events: EventBus;
  log: Logger;
  metrics: Metrics;
  permissions: Permissions;
  sessions: Sessions;
  sidebarCategories: SidebarCategories;
  statuses: Statuses;
  system: System;
  users: Users;
  visibility: Visibility;
  serverVersion: () => string;
  readToken: (request: IncomingMessage) => {token: string; fromCookie: boolean} | undefined;
}) {
  const {cluster, config, log, statuses} = parts;
  const hub = createHub(parts);
  const typing = createTyping(parts);
  announceEvents({...parts, hub});
  const gateway = createGateway({...parts, hub, typing});

  let moving: {done: Promise<void>; controller: AbortController} | undefined;

  function stopMoving(): void {
    moving?.controller.abort();
  }

  /** Starts moving clients to other nodes when this node begins to drain, and stops when draining is canceled. */
  function followDraining(): void {
    if (cluster.node.draining && !moving) {
      const controller = new AbortController();
      const millis = config.get().ClusterSettings.DrainSeconds * 1000;
      const done = moveClients(hub, millis, controller.signal).catch((error) => {
        if (!controller.signal.aborted) log.warn({err: error}, 'could not move all clients to other nodes');
      });
      moving = {done, controller};
    } else if (!cluster.node.draining && moving) {
      stopMoving();
      moving = undefined;
    }
  }

  /** Checks timeouts at a time in milliseconds. */
  async function sweep(now: number): Promise<void> {
    followDraining();
    gateway.sweep(now);
    hub.sweep(now);
    await statuses.sweep(now);
  }
  const timer = setInterval(() => {
    sweep(Date.now()).catch((error) => log.warn({err: error}, 'could not update statuses'));
  }, SWEEP_INTERVAL).unref();

  return {
    hub,
    typing,
    sweep,

    /**
     * Moves all clients to other nodes before this one stops, for `ClusterSettings.DrainSeconds`
     * (docs/cluster.md#draining). Returns early if `signal` is aborted.
     */
    async drain(signal: AbortSignal): Promise<void> {
      cluster.setDraining(true);
      followDraining();
      signal.addEventListener('abort', stopMoving);
      await moving?.done;
      gateway.close();
      await hub.close();
      await hub.park();
    },

    /** Closes all connections. */
    async close(): Promise<void> {
      clearInterval(timer);
      stopMoving();
      gateway.close();
      await hub.close();
    },
  };
}
