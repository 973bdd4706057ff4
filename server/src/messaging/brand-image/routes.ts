import Type from 'typebox';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {formParts} from '../../platform/http/form-parts.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {BRAND_IMAGE, type BrandImage} from './brand-image.ts';

/** The image on the sign-in page: `/brand/image`. */
export function registerBrandImageRoutes(
  api: HttpServer,
  {
    brandImage,
    permissions,
    audits,
    fileStore,
  }: {brandImage: BrandImage; permissions: Permissions; audits: Audits; fileStore: FileStore},
): void {
  api.get(
    '/brand/image',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Get the brand image',
        // Clients append the time, to bypass the browser's cache.
        querystring: Type.Object({t: Type.Optional(word()), optional: QueryFlag}),
        description: 'With `optional`, the response is 204 instead of 404 if there is none.',
        response: {200: FileBytes, 204: Type.Null()},
      },
    },
    async (request, reply) => {
      if (isFlagSet(request.query.optional) && !(await brandImage.exists()))
        return reply.code(204).send(null);
      await brandImage.require();
      const name = 'brand.png';
      const file = {path: BRAND_IMAGE, version: 'brand', mediaType: 'image/png', name, maxAge: 0};
      return sendStoredFile(request, reply, fileStore, file);
    },
  );

  api.post(
    '/brand/image',
    {
      schema: {
        summary: 'Set the brand image',
        description: 'A multipart form with the file `image`.',
        response: {201: StatusOk},
      },
    },
    async (request, reply) => {
      await permissions.require(actorOf(request), 'manage_system');
      await brandImage.set(await brandImage.fromForm(formParts(request)));
      await audits.recordRequest(request, '');
      return reply.code(201).send(STATUS_OK);
    },
  );

  api.delete(
    '/brand/image',
    {schema: {summary: 'Delete the brand image', response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      await brandImage.delete();
      await audits.recordRequest(request, '');
      return STATUS_OK;
    },
  );
}
