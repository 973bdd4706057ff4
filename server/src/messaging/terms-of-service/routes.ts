import Type from 'typebox';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {Acceptance, NewTermsOfService, TermsOfServiceText, TermsResponse} from './schema.ts';
import type {TermsOfService} from './terms-of-service.ts';

/** Terms of service: `/terms_of_service` and `/users/{id}/terms_of_service`. */
export function registerTermsOfServiceRoutes(
  api: HttpServer,
  {
    termsOfService,
    permissions,
    audits,
  }: {termsOfService: TermsOfService; permissions: Permissions; audits: Audits},
): void {
  const UserId = Type.Object({user_id: Id});

  api.get(
    '/terms_of_service',
    {
      schema: {
        summary: 'Get the terms of service',
        description: 'With `optional`, the response is 204 instead of 404 if there are none.',
        querystring: Type.Object({optional: QueryFlag}),
        response: {200: TermsOfServiceText, 204: Type.Null()},
      },
    },
    async (request, reply) => {
      const isMissing = isFlagSet(request.query.optional) && (await termsOfService.latestId()) === '';
      return isMissing ? reply.code(204).send(null) : termsOfService.latest();
    },
  );

  api.post(
    '/terms_of_service',
    {
      schema: {
        summary: 'Publish terms of service',
        body: NewTermsOfService,
        response: {200: TermsOfServiceText},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const terms = await termsOfService.publish(actor.userId, request.body.text);
      await audits.recordRequest(request, `terms_of_service_id=${terms.id}`);
      return terms;
    },
  );

  api.get(
    '/users/:user_id/terms_of_service',
    {
      schema: {
        summary: 'Get the terms of service that you accepted',
        params: UserId,
        response: {200: Acceptance},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      const actor = actorOf(request);
      if (user_id !== actor.userId) throw forbidden(`userId=${actor.userId} is not ${user_id}`);
      const accepted = await termsOfService.acceptedBy(user_id);
      if (accepted) return accepted;
      throw new AppError({
        id: 'app.user_terms_of_service.get_by_user.no_rows.app_error',
        message: 'You have not accepted any terms of service.',
        status: 404,
      });
    },
  );

  api.post(
    '/users/:user_id/terms_of_service',
    {
      schema: {
        summary: 'Accept or reject the terms of service',
        params: UserId,
        body: TermsResponse,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      const {termsOfServiceId, accepted} = request.body;
      const actor = actorOf(request);
      if (user_id !== actor.userId) throw forbidden(`userId=${actor.userId} is not ${user_id}`);
      await termsOfService.respond(user_id, termsOfServiceId, accepted);
      await audits.recordRequest(request, `terms_of_service_id=${termsOfServiceId} accepted=${accepted}`);
      return STATUS_OK;
    },
  );
}
