import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';

/** Language models that would write along: none. */
export function registerAgentRoutes(api: HttpServer): void {
  for (const [path, summary] of [
    ['/agents', 'List agents: none'],
    ['/llmservices', 'List language models: none'],
  ] as const) {
    api.get(path, {schema: {summary, response: {200: Type.Array(Type.Unknown())}}}, async () => []);
  }

  api.get(
    '/agents/status',
    {
      schema: {
        summary: 'Say whether there are agents: no',
        response: {200: Type.Object({available: Type.Boolean()})},
      },
    },
    async () => ({available: false}),
  );
}
