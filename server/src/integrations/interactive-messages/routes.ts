import Type from 'typebox';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, jsonMap, longText} from '../../platform/http/wire.ts';
import type {InteractiveMessages} from './interactive-messages.ts';

/** `POST /posts/{id}/actions/{action_id}`: a user clicked a button or selected an option. */
export function registerInteractiveMessageRoutes(
  api: HttpServer,
  {interactiveMessages}: {interactiveMessages: InteractiveMessages},
): void {
  api.post(
    '/posts/:post_id/actions/:action_id',
    {
      schema: {
        summary: 'Click a button or select an option of a post',
        params: Type.Object({post_id: Id, action_id: Type.String({maxLength: 300})}),
        body: Type.Union([
          Type.Object({
            selected_option: Type.Optional(Type.String({maxLength: 3000})),
            cookie: Type.Optional(longText('The cookie of the action, for ephemeral posts.')),
            query: Type.Optional(jsonMap(10_000)),
          }),
          Type.Null(),
        ]),
        response: {200: Type.Object({status: Type.Literal('OK'), trigger_id: Type.String()})},
      },
    },
    async (request) => {
      if (Object.keys(request.body?.query ?? {}).length > 0) throw queryUnsupported();
      const {clientTriggerId} = await interactiveMessages.act(actorOf(request), {
        postId: request.params.post_id,
        actionId: request.params.action_id,
        selectedOption: request.body?.selected_option ?? '',
        cookie: request.body?.cookie ?? '',
      });
      return {status: 'OK' as const, trigger_id: clientTriggerId};
    },
  );
}

// Only actions in blocks use it, a feature of later versions of the reference server.
function queryUnsupported(): AppError {
  return new AppError({
    id: 'api.post.do_action.query.app_error',
    message: 'Buttons and menus of message attachments do not accept `query`. Leave it out.',
    status: 400,
    path: 'query',
  });
}
