import type {FastifySchema} from 'fastify';
import type {HttpServer} from './server-type.ts';

/** A route as it was registered. */
interface RegisteredRoute {
  method: string;
  /** The path with its parameters, such as `/api/v4/users/:user_id`. */
  path: string;
  anonymous: boolean;
  schema: FastifySchema | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route that has been registered, those that answer to HEAD left out. */
    routeList: readonly RegisteredRoute[];
  }
}

/** Keeps a list of the routes from here on, for whatever has to hold for all of them. */
export function listRoutes(app: HttpServer): void {
  const routes: RegisteredRoute[] = [];
  app.decorate('routeList', routes);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue;
      routes.push({
        method,
        path: route.url,
        // Other hooks may yet change it.
        get anonymous() {
          return route.config?.access !== undefined;
        },
        schema: route.schema,
      });
    }
  });
}
