import Type from 'typebox';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {STATUS_OK, StatusOk, urlText} from '../../platform/http/wire.ts';
import type {IntegrationCalls} from './integration-calls.ts';

/** `POST /site_url/test`: whether this server responds at a URL, before it becomes `ServiceSettings.SiteURL`. */
export function registerSiteUrlTestRoute(
  api: HttpServer,
  {integrationCalls, permissions}: {integrationCalls: IntegrationCalls; permissions: Permissions},
): void {
  api.post(
    '/site_url/test',
    {
      schema: {
        summary: 'Check whether the server responds at a site URL',
        description:
          'Calls `/api/v4/system/ping` below the URL. Local addresses must be allowed with `ServiceSettings.AllowedUntrustedInternalConnections`.',
        body: Type.Object({site_url: Type.Optional(urlText())}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const {site_url: siteUrl} = request.body;
      if (!siteUrl) throw invalidBodyParam('site_url', 'Enter the URL to test.');
      const url = `${siteUrl.replace(/\/+$/, '')}/api/v4/system/ping`;
      await integrationCalls.send(
        actor,
        {method: 'GET', url, purpose: 'site-url-test'},
        {
          noResponse: (message, cause) => failure(message, cause),
          badStatus: (status) => failure(`${url} returned status ${status} instead of 200.`),
        },
      );
      return STATUS_OK;
    },
  );
}

function failure(reason: string, cause?: unknown): AppError {
  return new AppError({
    id: 'app.admin.test_site_url.failure',
    message: `This is not a working site URL. ${reason}`,
    status: 400,
    path: 'site_url',
    cause,
  });
}
