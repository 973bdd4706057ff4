import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';

/** Fields that administrators could add to profiles: none. */
export function registerProfileAttributeRoutes(api: HttpServer): void {
  api.get(
    '/custom_profile_attributes/fields',
    {
      schema: {
        summary: 'List additional fields of profiles: none',
        response: {200: Type.Array(Type.Unknown())},
      },
    },
    async () => [],
  );

  api.get(
    '/users/:user_id/custom_profile_attributes',
    {
      schema: {
        summary: "Read the additional fields of a user's profile: none",
        params: Type.Object({user_id: Id}),
        response: {200: Type.Object({})},
      },
    },
    async () => ({}),
  );
}
