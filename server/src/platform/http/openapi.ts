import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type {FastifySchema} from 'fastify';
import type {HttpServer} from './server-type.ts';
import {ErrorBody} from './wire.ts';

const DOCUMENT = '/api/v4/openapi.json';
const ERROR = {$ref: 'Error#'};

/**
 * Serves the OpenAPI document, generated from the routes' schemas, at `/api/v4/openapi.json`, and API docs at `/api/docs`.
 * Call this before you register routes. Neither requires a session, because the source code is public.
 */
export async function describeApi(app: HttpServer, {version}: {version: string}): Promise<void> {
  app.addSchema({$id: 'Error', ...ErrorBody});
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Patchbay',
        version,
        description: 'The REST API of Patchbay. It is compatible with version 4 of the Mattermost API.',
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

// The page sets inline styles and has images in data: URLs.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Adds defaults to a route's schema: tags, error responses and security. */
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
      ...(takesInput ? {400: {description: 'The request is invalid.', ...ERROR}} : {}),
      ...(anonymous
        ? {}
        : {
            401: {description: 'There is no session, or it has expired.', ...ERROR},
            403: {description: 'The user does not have permission.', ...ERROR},
          }),
      ...(url.includes('/:') ? {404: {description: 'The record does not exist.', ...ERROR}} : {}),
      default: {description: 'Another error.', ...ERROR},
    },
    ...(anonymous ? {} : {security: [{bearer: []}]}),
  } as FastifySchema;
}
