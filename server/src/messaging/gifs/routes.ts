import Type from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import {trialSettings} from '../../platform/config/trial-settings.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {jsonValue, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {settingsInRequest} from '../reference-settings/reference-settings.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Gifs} from './gifs.ts';
import {GIFS_PER_PAGE, GifPage, LAST_GIF_OFFSET, MAX_GIF_QUERY} from './schema.ts';

/** Searching for GIFs, which the provider gets from this server: `/gifs`. */
export function registerGifRoutes(
  api: HttpServer,
  {gifs, config, permissions}: {gifs: Gifs; config: Config; permissions: Permissions},
): void {
  api.get(
    '/gifs',
    {
      schema: {
        summary: 'Search for GIFs, or list popular ones',
        description: '501 if GIFs are off, 502 if the provider fails.',
        querystring: Type.Object({
          q: Type.String({maxLength: MAX_GIF_QUERY, default: '', description: 'Empty for popular GIFs.'}),
          offset: Type.Integer({
            minimum: 0,
            maximum: LAST_GIF_OFFSET,
            multipleOf: GIFS_PER_PAGE,
            default: 0,
            description: '0, or the `next_offset` of the page before.',
          }),
        }),
        response: {200: GifPage},
      },
    },
    async (request) => gifs.search(actorOf(request), {query: request.query.q, offset: request.query.offset}),
  );

  api.post(
    '/gifs/test',
    {
      schema: {
        summary: "Test the key for the GIF provider's API",
        description:
          'Send settings (`{"ServiceSettings": {"GiphySdkKey": …}}`) to test them instead of the current ones. The current key is used if it is sent as asterisks.',
        body: jsonValue(500_000),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const sent = settingsInRequest(request.body, config.get());
      const {ServiceSettings} = trialSettings(config.get(), 'ServiceSettings', sent, {
        secret: 'GiphySdkKey',
        boundTo: [],
      });
      await gifs.test(ServiceSettings.GiphySdkKey);
      return STATUS_OK;
    },
  );
}
