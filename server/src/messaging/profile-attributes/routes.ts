import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf, type Session} from '../sessions/sessions.ts';
import type {ProfileAttributes} from './profile-attributes.ts';
import {
  AttributeField,
  AttributeFieldPatch,
  AttributeValues,
  NewAttributeField,
  SentValues,
} from './schema.ts';

/** Custom profile attributes: `/custom_profile_attributes` and `/users/{id}/custom_profile_attributes`. */
export function registerProfileAttributeRoutes(
  api: HttpServer,
  {
    profileAttributes,
    permissions,
    audits,
  }: {profileAttributes: ProfileAttributes; permissions: Permissions; audits: Audits},
): void {
  const FieldId = Type.Object({field_id: Id});
  const UserId = Type.Object({user_id: Id});

  async function administrator(request: FastifyRequest): Promise<Session> {
    const actor = actorOf(request);
    await permissions.require(actor, 'manage_system');
    return actor;
  }

  api.get(
    '/custom_profile_attributes/group',
    {
      schema: {
        summary: 'Get the group of custom profile attributes',
        response: {200: Type.Object({id: Id})},
      },
    },
    async () => ({id: await profileAttributes.groupId()}),
  );

  api.get(
    '/custom_profile_attributes/fields',
    {schema: {summary: 'List custom profile attributes', response: {200: Type.Array(AttributeField)}}},
    () => profileAttributes.fields(),
  );

  api.post(
    '/custom_profile_attributes/fields',
    {
      schema: {
        summary: 'Create a custom profile attribute',
        body: NewAttributeField,
        response: {201: AttributeField},
      },
    },
    async (request, reply) => {
      const field = await profileAttributes.create(await administrator(request), request.body);
      await audits.recordRequest(request, `field_id=${field.id}`);
      return reply.code(201).send(field);
    },
  );

  api.patch(
    '/custom_profile_attributes/fields/:field_id',
    {
      schema: {
        summary: 'Edit a custom profile attribute',
        description: 'If the type changes, all values are deleted.',
        params: FieldId,
        body: AttributeFieldPatch,
        response: {200: AttributeField},
      },
    },
    async (request) => {
      const actor = await administrator(request);
      const field = await profileAttributes.patch(actor, request.params.field_id, request.body);
      await audits.recordRequest(request, `field_id=${field.id}`);
      return field;
    },
  );

  api.delete(
    '/custom_profile_attributes/fields/:field_id',
    {
      schema: {
        summary: 'Delete a custom profile attribute and its values',
        params: FieldId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {field_id} = request.params;
      await profileAttributes.remove(await administrator(request), field_id);
      await audits.recordRequest(request, `field_id=${field_id}`);
      return STATUS_OK;
    },
  );

  api.patch(
    '/custom_profile_attributes/values',
    {
      schema: {
        summary: 'Set your custom profile attributes',
        body: SentValues,
        response: {200: AttributeValues},
      },
    },
    (request) => {
      const actor = actorOf(request);
      return profileAttributes.setValues(actor, actor.userId, request.body);
    },
  );

  api.get(
    '/users/:user_id/custom_profile_attributes',
    {
      schema: {
        summary: "Get a user's custom profile attributes",
        params: UserId,
        response: {200: AttributeValues},
      },
    },
    (request) => profileAttributes.valuesOf(actorOf(request), request.params.user_id),
  );

  api.patch(
    '/users/:user_id/custom_profile_attributes',
    {
      schema: {
        summary: "Set a user's custom profile attributes",
        params: UserId,
        body: SentValues,
        response: {200: AttributeValues},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {user_id} = request.params;
      const values = await profileAttributes.setValues(actor, user_id, request.body);
      if (actor.userId !== user_id) await audits.recordRequest(request, `user_id=${user_id}`);
      return values;
    },
  );
}
