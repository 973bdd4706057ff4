import Type from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {selectCounts, selectMigrations} from './store.ts';

/** How much there is of what a licence would limit, which nothing does here; and what the database has been through. */
export function registerServerFactRoutes(
  api: HttpServer,
  {database, permissions}: {database: Database; permissions: Permissions},
): void {
  api.get(
    '/limits/server',
    {
      schema: {
        summary: 'Say how many users there may be: any number',
        response: {
          200: Type.Object({
            activeUserCount: Type.Integer({description: '0 for whoever is no administrator.'}),
            maxUsersLimit: Type.Integer({description: '0: no limit.'}),
            maxUsersHardLimit: Type.Integer({description: '0: no limit.'}),
            lastAccessiblePostTime: Type.Integer(),
            postHistoryLimit: Type.Integer({description: '0: no limit.'}),
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
        summary: 'Count the posts that a limit would be measured by',
        response: {200: Type.Object({count: Type.Integer()})},
      },
    },
    async () => ({count: (await selectCounts(database, '', NO_TIMES)).posts}),
  );

  api.get(
    '/usage/teams',
    {
      schema: {
        summary: 'Count the teams that a limit would be measured by',
        response: {200: Type.Object({active: Type.Integer(), cloud_archived: Type.Integer()})},
      },
    },
    async () => ({active: (await selectCounts(database, '', NO_TIMES)).teams, cloud_archived: 0}),
  );

  api.get(
    '/system/schema/version',
    {
      schema: {
        summary: 'List the migrations of the database, the last one first',
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
