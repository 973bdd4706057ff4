import Type from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {selectCounts, selectMigrations} from './store.ts';

/** User and post counts for license limits, which don't exist here, and the database migrations. */
export function registerServerFactRoutes(
  api: HttpServer,
  {database, permissions}: {database: Database; permissions: Permissions},
): void {
  api.get(
    '/limits/server',
    {
      schema: {
        summary: 'Get user limits (always unlimited)',
        response: {
          200: Type.Object({
            activeUserCount: Type.Integer({description: '0 for users who are not administrators.'}),
            maxUsersLimit: Type.Integer({description: '0 for no limit.'}),
            maxUsersHardLimit: Type.Integer({description: '0 for no limit.'}),
            lastAccessiblePostTime: Type.Integer(),
            postHistoryLimit: Type.Integer({description: '0 for no limit.'}),
          }),
        },
      },
    },
    async (request) => {
      const isAdministrator = await permissions.can(actorOf(request), 'manage_system');
      return {
        activeUserCount: isAdministrator ? (await selectCounts(database, '', NO_TIMES)).people : 0,
        maxUsersLimit: 0,
        maxUsersHardLimit: 0,
        lastAccessiblePostTime: 0,
        postHistoryLimit: 0,
      };
    },
  );

  api.get(
    '/usage/posts',
    {
      schema: {
        summary: 'Count posts for license limits',
        response: {200: Type.Object({count: Type.Integer()})},
      },
    },
    async () => ({count: (await selectCounts(database, '', NO_TIMES)).posts}),
  );

  api.get(
    '/usage/teams',
    {
      schema: {
        summary: 'Count teams for license limits',
        response: {200: Type.Object({active: Type.Integer(), cloud_archived: Type.Integer()})},
      },
    },
    async () => ({active: (await selectCounts(database, '', NO_TIMES)).teams, cloud_archived: 0}),
  );

  api.get(
    '/system/schema/version',
    {
      schema: {
        summary: 'List applied database migrations, newest first',
        response: {200: Type.Array(Type.Object({version: Type.Integer(), name: Type.String()}))},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return selectMigrations(database);
    },
  );
}

const NO_TIMES = {dayAgo: 0, monthAgo: 0};
