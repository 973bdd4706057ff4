import type {FastifySchema} from 'fastify';
import type {HttpServer} from './server-type.ts';

/** A registered route. */
interface RegisteredRoute {
  method: string;
  /** The path with its parameters, such as `/api/v4/users/:user_id`. */
  path: string;
  anonymous: boolean;
  schema: FastifySchema | undefined;
  handler: (...parameters: never[]) => unknown;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All registered routes except those for HEAD. */
    routeList: readonly RegisteredRoute[];
  }
}

/** Collects all routes that are registered after this call, for checks that apply to all of them. */
export function listRoutes(app: HttpServer): void {
  const routes: RegisteredRoute[] = [];
  app.decorate('routeList', routes);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue;
      routes.push({
        method,
        path: route.url,
        // A getter, because other hooks may change it.
        get anonymous() {
          return route.config?.access !== undefined;
        },
        schema: route.schema,
        handler: route.handler,
      });
    }
  });
}
