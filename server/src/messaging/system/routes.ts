import Type from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {line, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {RecentLog} from '../../platform/logging/recent-log.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Statuses} from '../statuses/statuses.ts';
import {Activity, type ActivityHistory, ActivityQuery} from './activity.ts';
import {registerClusterRoutes} from './cluster-routes.ts';
import {examineHealth, Health} from './health.ts';
import {registerLogRoutes} from './log-routes.ts';
import {describeSecretKeys, SecretKeys} from './secret-keys.ts';
import {registerSettingsRoutes} from './settings-routes.ts';
import {examineSetup, Setup} from './setup.ts';
import type {System} from './system.ts';

interface Parts {
  cluster: Cluster;
  system: System;
  permissions: Permissions;
  audits: Audits;
  config: Config;
  events: EventBus;
  database: Database;
  statuses: Statuses;
  activity: ActivityHistory;
  recentLog: RecentLog;
  sealing: Sealing;
}

/** A flat map of strings, which is how clients read settings. */
const ClientMap = Type.Record(Type.String(), Type.String());
// Clients up to version 10 send `format=old`.
const FormatQuery = Type.Object({format: Type.Optional(word('Ignored.'))});

/** Health, settings, and the settings for clients. */
export function registerSystemRoutes(api: HttpServer, parts: Parts): void {
  registerHealthRoutes(api, parts);
  registerClientConfigRoutes(api, parts);
  registerSettingsRoutes(api, parts);
  registerMaintenanceRoutes(api, parts);
  registerClusterRoutes(api, parts);
  registerLogRoutes(api, parts);
}

function registerHealthRoutes(
  api: HttpServer,
  {system, permissions, config, database, statuses, activity, sealing}: Parts,
): void {
  api.get(
    '/system/ping',
    {
      config: {access: 'unidentified'},
      schema: {
        summary: 'Check whether the server is healthy',
        querystring: Type.Object({
          get_server_status: QueryFlag,
          use_rest_semantics: Type.Optional(word('`true` for status 200 even if the server is unhealthy.')),
          device_id: Type.Optional(
            line('The id of a mobile device, to get whether it can receive push notifications.'),
          ),
        }),
        response: {
          200: Type.Record(Type.String(), Type.String()),
          503: Type.Record(Type.String(), Type.String()),
        },
      },
    },
    async (request, reply) => {
      const isComplete = isFlagSet(request.query.get_server_status);
      const [isDatabaseUp, isFileStoreUp] = await Promise.all([
        system.isDatabaseUp(),
        isComplete ? system.isFileStoreUp() : true,
      ]);
      const isHealthy = isDatabaseUp && isFileStoreUp;
      const hasFixedStatus = isFlagSet(request.query.use_rest_semantics);
      return reply.code(isHealthy || hasFixedStatus ? 200 : 503).send({
        status: healthStatus(isHealthy),
        AndroidLatestVersion: '',
        AndroidMinVersion: '',
        IosLatestVersion: '',
        IosMinVersion: '',
        // Tells mobile apps that this server sends no push notifications, so that they can warn their users.
        ...(request.query.device_id ? {CanReceiveNotifications: 'false'} : {}),
        ...(isComplete
          ? {
              database_status: healthStatus(isDatabaseUp),
              filestore_status: healthStatus(isFileStoreUp),
              version: system.versions.product,
              api_version: system.versions.api,
            }
          : {}),
      });
    },
  );

  api.get(
    '/system/health',
    {
      schema: {
        summary: 'Get the health of the server, its database, jobs and disk',
        response: {200: Health},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const websocketConnections = statuses.connectionCount();
      return examineHealth({database, config, versions: system.versions, websocketConnections});
    },
  );

  api.get(
    '/system/setup',
    {
      schema: {
        summary: 'Get which steps to set up the server are done',
        response: {200: Setup},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return examineSetup({config, database});
    },
  );

  api.get(
    '/system/secret_keys',
    {
      schema: {
        summary: 'Get which keys seal secrets in the database, and how many each',
        description: 'Never returns a key.',
        response: {200: SecretKeys},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return describeSecretKeys({database, sealing});
    },
  );

  api.get(
    '/system/activity',
    {
      schema: {
        summary: "Get the server's activity in the last 24 hours, or since it started",
        querystring: ActivityQuery,
        response: {200: Activity},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return activity.lastDay(request.query.points);
    },
  );

  api.get(
    '/system/timezones',
    {schema: {summary: 'List the names of time zones', response: {200: Type.Array(Type.String())}}},
    async () => TIMEZONES,
  );
}

const healthStatus = (answers: boolean) => (answers ? 'OK' : 'UNHEALTHY');

const TIMEZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];

function registerClientConfigRoutes(api: HttpServer, {system}: Parts): void {
  api.get(
    '/config/client',
    {
      config: {access: 'anonymous', etag: true},
      schema: {
        summary: 'Get the settings for clients; fewer without a session',
        querystring: FormatQuery,
        response: {200: ClientMap},
      },
    },
    async (request) => system.clientConfig({signedIn: request.session !== undefined}),
  );

  api.get(
    '/license/client',
    {
      config: {access: 'anonymous', etag: true},
      schema: {
        summary: 'Get the license for clients',
        querystring: FormatQuery,
        response: {200: ClientMap},
      },
    },
    async () => system.clientLicense(),
  );
}

function registerMaintenanceRoutes(api: HttpServer, {permissions, audits, events}: Parts): void {
  api.post(
    '/caches/invalidate',
    {schema: {summary: 'Clear all caches of database content', response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'invalidate_caches');
      events.publish('caches:stale', {});
      await audits.recordRequest(request, '');
      return STATUS_OK;
    },
  );

  api.post(
    '/database/recycle',
    {
      schema: {
        summary: 'Accepted for compatibility; idle database connections are closed automatically',
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'recycle_database_connections');
      return STATUS_OK;
    },
  );
}
