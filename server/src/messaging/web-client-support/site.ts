import Type from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {selectMigrations} from './store.ts';

/** What an operator could put on the sign-in page, and have people accept: nothing. What the server consists of. */
export function registerSiteRoutes(
  api: HttpServer,
  {database, permissions}: {database: Database; permissions: Permissions},
): void {
  api.get(
    '/brand/image',
    {config: {access: 'anonymous'}, schema: {summary: "Read the site's picture: there is none"}},
    async () => {
      throw new AppError({
        id: 'api.admin.get_brand_image.storage.app_error',
        message: 'This server has no brand image.',
        status: 404,
      });
    },
  );

  api.get('/terms_of_service', {schema: {summary: 'Read the terms of service: there are none'}}, async () => {
    throw new AppError({
      id: 'store.sql_terms_of_service_store.get.no_rows.app_error',
      message: 'This server has no terms of service to accept.',
      status: 404,
    });
  });

  api.get(
    '/cluster/status',
    {
      schema: {
        summary: 'List the servers of a cluster: none but this one',
        response: {200: Type.Array(Type.Unknown())},
      },
    },
    async () => [],
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
