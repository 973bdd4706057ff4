import Type from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {selectCounts} from './store.ts';

/** What a licence would limit: nothing. */
export function registerLimitRoutes(
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
    '/license/load_metric',
    {
      schema: {
        summary: 'Say how much of the licence is used: nothing',
        response: {200: Type.Object({load: Type.Integer()})},
      },
    },
    async () => ({load: 0}),
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
    '/usage/storage',
    {
      schema: {
        summary: 'Count the bytes that a limit would be measured by: there is none',
        response: {200: Type.Object({bytes: Type.Integer()})},
      },
    },
    async () => ({bytes: 0}),
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
}

const NO_TIMES = {dayAgo: 0, monthAgo: 0};
