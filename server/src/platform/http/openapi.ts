import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type {FastifySchema} from 'fastify';
import type {HttpServer} from './server-type.ts';
import {ErrorBody} from './wire.ts';

const DOCUMENT = '/api/v4/openapi.json';
const ERROR = {$ref: 'Error#'};

/**
 * Describes the API from the routes' own schemas: the OpenAPI document at `/api/v4/openapi.json`, and a page that
 * reads it to a person at `/api/docs`. To be called before the routes are registered. Both need no session: they
 * tell nothing that the sources do not.
 */
export async function describeApi(app: HttpServer, {version}: {version: string}): Promise<void> {
  app.addSchema({$id: 'Error', ...ErrorBody});
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Patchbay',
        version,
        description: 'The REST API of Patchbay. Its wire format is that of Mattermost, API version 4.',
      },
      components: {securitySchemes: {bearer: {type: 'http', scheme: 'bearer'}}},
    },
    refResolver: {buildLocalReference: ({$id}, _base, _fragment, index) => String($id ?? `def-${index}`)},
    transform: ({schema, url, route}) => {
      const anonymous = route.config?.access !== undefined;
      return {schema: described(schema, {url, method: String(route.method), anonymous}), url};
    },
  });
  app.get(DOCUMENT, {config: {access: 'anonymous', etag: true}, schema: {hide: true}}, async () =>
    app.swagger(),
  );
  await app.register(async (page: HttpServer) => {
    page.addHook('onRoute', (route) => {
      route.config = {...route.config, access: 'anonymous'};
    });
    await page.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: PAGE_POLICY,
      uiConfig: {layout: 'BaseLayout', docExpansion: 'none', filter: true, validatorUrl: null},
      theme: {title: 'Patchbay API'},
    });
  });
}

// The page's own scripts and styles; it sets some styles on elements, and has pictures in data: URLs.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A route's schema with what goes without saying where it is written: its group, its failures, its security. */
function described(
  schema: FastifySchema | undefined,
  {url, method, anonymous}: {url: string; method: string; anonymous: boolean},
): FastifySchema {
  const {response, ...rest} = schema ?? {};
  const takesInput = Boolean(rest.body || rest.params || rest.querystring);
  return {
    ...rest,
    summary: rest.summary ?? `${method} ${url}`,
    tags: rest.tags ?? [url.replace(/^\/api\/v4/, '').split('/')[1] || 'site'],
    response: {
      ...(response as object | undefined),
      ...(takesInput ? {400: {description: 'The input is not right.', ...ERROR}} : {}),
      ...(anonymous
        ? {}
        : {
            401: {description: 'No session, or one that has ended.', ...ERROR},
            403: {description: 'Not allowed to this caller.', ...ERROR},
          }),
      ...(url.includes('/:') ? {404: {description: 'There is no such record.', ...ERROR}} : {}),
      default: {description: 'Another failure.', ...ERROR},
    },
    ...(anonymous ? {} : {security: [{bearer: []}]}),
  } as FastifySchema;
}
