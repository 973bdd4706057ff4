import Type, {type Static} from 'typebox';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {
  Id,
  jsonMap,
  jsonValue,
  line,
  longText,
  looseId,
  Millis,
  STATUS_OK,
  StatusOk,
  urlText,
  word,
} from '../../platform/http/wire.ts';
import type {Dialogs} from './dialogs.ts';
import type {Submission} from './rules/submission-rules.ts';

/** Dialogs: `/actions/dialogs`. */
export function registerDialogRoutes(api: HttpServer, {dialogs}: {dialogs: Dialogs}): void {
  const DialogId = Type.Object({dialog_id: Id});

  api.post(
    '/actions/dialogs/open',
    {
      // The trigger id is the only authorization required. If there is also a header, it must be valid
      // (docs/compatibility.md#webhooks-dialogs-and-bots, row 7).
      config: {access: 'anonymous'},
      schema: {
        summary: 'Open a dialog for the user of a trigger',
        body: Type.Object({
          trigger_id: line('The trigger id from a command or an action.'),
          url: urlText('The URL that receives the submission.'),
          dialog: jsonValue(200_000),
        }),
        response: {200: Type.Object({status: Type.Literal('OK'), dialog_id: Id})},
      },
    },
    async (request) => {
      if (request.headers.authorization !== undefined) actorOf(request);
      const {trigger_id, url, dialog} = request.body;
      const {dialogId} = await dialogs.open({triggerId: trigger_id, url, dialog});
      return {status: 'OK' as const, dialog_id: dialogId};
    },
  );

  const DialogRequest = Type.Object({
    url: Type.Optional(urlText()),
    dialog_id: Type.Optional(looseId()),
    callback_id: Type.Optional(line()),
    state: Type.Optional(Type.Union([longText(), Type.Null()])),
    submission: Type.Optional(jsonMap(100_000)),
  });

  function requestOf({
    url = '',
    dialog_id = '',
    callback_id = '',
    state,
    submission = {},
  }: Static<typeof DialogRequest>) {
    return {
      dialogId: dialog_id,
      url,
      callbackId: callback_id,
      state: state ?? undefined,
      submission: submission as Submission,
    };
  }

  api.post(
    '/actions/dialogs/submit',
    {
      schema: {
        summary: 'Submit, cancel or refresh a dialog',
        body: Type.Object({
          ...DialogRequest.properties,
          type: Type.Optional(word('`refresh` to get a new form for unfinished input.')),
          cancelled: Type.Optional(Type.Boolean()),
        }),
        response: {
          200: Type.Object({
            error: Type.Optional(Type.String()),
            errors: Type.Optional(Type.Record(Type.String(), Type.String())),
            type: Type.Optional(Type.Literal('form')),
            form: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          }),
        },
      },
    },
    async (request) => {
      const {type, cancelled = false} = request.body;
      const actor = actorOf(request);
      if (type === 'refresh') return dialogs.refresh(actor, requestOf(request.body));
      return dialogs.submit(actor, {...requestOf(request.body), cancelled});
    },
  );

  api.post(
    '/actions/dialogs/lookup',
    {
      schema: {
        summary: 'Look up the options of a select in a dialog',
        description:
          'In `submission`, `query` is what the user entered, and `selected_field` the name of the select.',
        body: DialogRequest,
        response: {
          200: Type.Object({items: Type.Array(Type.Object({text: Type.String(), value: Type.String()}))}),
        },
      },
    },
    async (request) => ({items: await dialogs.lookup(actorOf(request), requestOf(request.body))}),
  );

  api.post(
    '/actions/dialogs/:dialog_id/shown',
    {schema: {summary: 'Report that a dialog is shown', params: DialogId, response: {200: StatusOk}}},
    async (request) => {
      await dialogs.markShown(actorOf(request), request.params.dialog_id);
      return STATUS_OK;
    },
  );

  api.get(
    '/actions/dialogs/:dialog_id',
    {
      // Only the creator of the dialog knows its id.
      config: {access: 'anonymous'},
      schema: {
        summary: 'Get the status of a dialog',
        params: DialogId,
        response: {200: Type.Object({status: Type.String(), create_at: Millis, update_at: Millis})},
      },
    },
    async (request) => {
      const {status, createAt, updateAt} = await dialogs.statusOf(request.params.dialog_id);
      return {status, create_at: createAt, update_at: updateAt};
    },
  );
}
