import type {IncomingMessage} from 'node:http';
import type {Permissions} from '../messaging/permissions/permissions.ts';
import type {Sessions} from '../messaging/sessions/sessions.ts';
import type {SidebarCategories} from '../messaging/sidebar-categories/sidebar-categories.ts';
import type {Statuses} from '../messaging/statuses/statuses.ts';
import type {System} from '../messaging/system/system.ts';
import type {Users} from '../messaging/users/users.ts';
import type {Visibility} from '../messaging/visibility/visibility.ts';
import type {Config} from '../platform/config/config.ts';
import type {Database} from '../platform/database/database.ts';
import type {EventBus} from '../platform/event-bus/event-bus.ts';
import type {HttpServer} from '../platform/http/http-server.ts';
import type {Logger} from '../platform/logging/logger.ts';
import type {Metrics} from '../platform/metrics/metrics.ts';
import {announceEvents} from './announcements/announcements.ts';
import {createGateway} from './gateway/gateway.ts';
import {createHub} from './hub/hub.ts';
import {createTyping} from './typing/typing.ts';

/** Milliseconds between checks of timeouts and pings. */
const SWEEP_INTERVAL = 1000;

/** Delivers events to clients over WebSockets. */
export function createRealtime(parts: {
  app: HttpServer;
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
  tokenOf: (request: IncomingMessage) => {token: string; fromCookie: boolean} | undefined;
}) {
  const {log, statuses} = parts;
  const hub = createHub(parts);
  const typing = createTyping(parts);
  announceEvents({...parts, hub});
  const gateway = createGateway({...parts, hub, typing});

  /** Checks timeouts at a time in milliseconds. */
  async function sweep(now: number): Promise<void> {
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

    /** Closes all connections. */
    async close(): Promise<void> {
      clearInterval(timer);
      gateway.close();
      await hub.close();
    },
  };
}
