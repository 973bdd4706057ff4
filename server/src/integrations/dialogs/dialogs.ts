import Type from 'typebox';
import {Check} from 'typebox/value';
import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import {type UserRow, type Users, userTimeZone} from '../../messaging/users/users.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError, invalidBodyParam, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {urlProblem} from '../../platform/outbound-http/outbound-url.ts';
import {type CallErrors, type IntegrationCalls, pickFields} from '../integration-calls/integration-calls.ts';
import type {TriggerIds} from '../trigger-ids/trigger-ids.ts';
import {parseDialog} from './dialog-definition.ts';
import {presentDialog} from './present.ts';
import {type ChoiceElement, DIALOG_LIMITS, type Dialog, type DialogOption} from './rules/dialog.ts';
import {
  type DateRules,
  type Submission,
  unfinishedValues,
  type ValidatedSubmission,
  validateSubmission,
} from './rules/submission-rules.ts';
import {submittedDialog} from './rules/submitted-dialog.ts';
import {
  type DialogRow,
  type DialogStatus,
  deleteDialogsBefore,
  insertDialog,
  selectDialog,
  selectOpenDialog,
  selectOpenDialogs,
  updateOpenDefinition,
  updateOpenDialog,
} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A dialog to show to a user, in wire format, with the trigger id that clients know. */
    'dialog:opened': {
      userId: string;
      dialog: {trigger_id: string; dialog_id: string; url: string; dialog: ReturnType<typeof presentDialog>};
    };
  }
}

/** How long a dialog can be submitted or canceled. Milliseconds. */
const DIALOG_LIFETIME = 24 * 3_600_000;

/** The maximum number of elements of earlier steps whose values are submitted again. */
const MAX_EARLIER_ELEMENTS = 50;

/** An integration's response to a submission. Empty if it was accepted. */
export interface SubmissionResponse {
  error?: string;
  errors?: Record<string, string>;
  /** `form` if the dialog continues with another form. */
  type?: 'form';
  form?: ReturnType<typeof presentDialog>;
}

/** How a client identifies a dialog: by its id, or by its other properties. */
interface DialogRequest {
  dialogId: string;
  url: string;
  callbackId: string;
  /** Undefined if the client does not send it. */
  state: string | undefined;
  submission: Submission;
}

export type Dialogs = ReturnType<typeof createDialogs>;

/** Interactive dialogs (docs/specification.md#dialogs). */
export function createDialogs({
  database,
  events,
  integrationCalls,
  triggerIds,
  permissions,
  onBehalf,
  users,
  visibility,
}: {
  database: Database;
  events: EventBus;
  integrationCalls: IntegrationCalls;
  triggerIds: TriggerIds;
  permissions: Permissions;
  onBehalf: OnBehalf;
  users: Users;
  visibility: Visibility;
}) {
  async function visibleUser(actor: Session, userId: string): Promise<UserRow | undefined> {
    const user = await undefinedIfNotFound(users.byId(userId));
    return user && (await visibility.only(actor, [user]))[0];
  }

  /** Validates chosen users and channels: only users visible to the actor, and public channels. */
  async function validateChoices(
    {elements}: Dialog,
    validated: ValidatedSubmission,
    actor: Session,
  ): Promise<void> {
    for (const element of elements) {
      if (!('dataSource' in element)) continue;
      const {dataSource, name} = element;
      if (dataSource !== 'users' && dataSource !== 'channels') continue;
      for (const chosen of [validated.values[name] ?? []].flat()) {
        if (typeof chosen !== 'string' || chosen === '') continue;
        const exists =
          dataSource === 'users'
            ? (await visibleUser(actor, chosen)) !== undefined
            : (await permissions.channelStanding(actor.userId, chosen))?.type === 'O';
        if (!exists) validated.errors[name] = `Choose one of the ${dataSource}.`;
      }
    }
  }

  /** The user's calendar. Their device may be in another time zone, so dates may exceed their limits by a day. */
  async function dateRules(actor: Session): Promise<DateRules> {
    const {timezone} = await users.byId(actor.userId);
    return {now: Date.now(), timeZone: userTimeZone(timezone), tolerance: 1};
  }

  /**
   * The open dialog of a request, which must belong to the actor, who must still be able to read its channel.
   *
   * @param matches whether the request can refer to this dialog; used for clients that don't send the dialog's id
   * @throws AppError 400 if there is none, 403 without access to the channel
   */
  async function openDialog(
    actor: Session,
    request: DialogRequest,
    matches: (row: DialogRow) => boolean,
  ): Promise<DialogRow> {
    const criteria = {userId: actor.userId, notBefore: Date.now() - DIALOG_LIFETIME, ...request};
    const row = request.dialogId
      ? await selectOpenDialog(database, criteria)
      : submittedDialog((await selectOpenDialogs(database, criteria)).filter(matches), request);
    if (!row) throw notOpen();
    await permissions.require(actor, 'read_channel_content', {channelId: row.channelid});
    return row;
  }

  /** Sends a message about a dialog to its integration and returns the body of the response. */
  function send(
    actor: Session,
    row: DialogRow,
    {
      url,
      type,
      submission,
      cancelled = false,
    }: {
      url: string;
      type: 'dialog_submission' | 'dialog_lookup' | 'refresh';
      submission: object;
      cancelled?: boolean;
    },
  ): Promise<string> {
    const value = {
      type,
      callback_id: row.callbackid,
      state: row.definition.state,
      user_id: row.userid,
      channel_id: row.channelid,
      team_id: row.teamid,
      submission,
      cancelled,
    };
    const purpose = type === 'dialog_lookup' ? 'dialog-lookup' : 'dialog-submission';
    return integrationCalls.postJson(actor, {url, value, purpose}, callErrors);
  }

  /**
   * Replaces the form of an open dialog with one from its integration. After a submission, the values of the previous
   * elements are submitted again with those of the new form.
   *
   * @throws AppError 400 for an invalid form
   */
  async function continueWith(
    row: DialogRow,
    form: Record<string, unknown>,
    {isNextStep}: {isNextStep: boolean},
  ): Promise<SubmissionResponse> {
    const before = row.definition;
    const next = parseForm({
      ...form,
      title: form.title || before.title,
      source_url: form.source_url || before.sourceUrl,
    });
    const names = new Set(next.elements.map(({name}) => name));
    const earlier = [...(before.earlierElements ?? []), ...(isNextStep ? before.elements : [])];
    next.earlierElements = earlier.filter(({name}) => !names.has(name)).slice(-MAX_EARLIER_ELEMENTS);
    next.notifyOnCancel ||= before.notifyOnCancel;
    if (!(await updateOpenDefinition(database, row.id, next, Date.now()))) throw notOpen();
    return {type: 'form', form: presentDialog(next)};
  }

  /** The current values of elements, including those of earlier steps. */
  async function currentValues(
    actor: Session,
    {elements, earlierElements = []}: Dialog,
    submission: Submission,
  ): Promise<ValidatedSubmission['values']> {
    return unfinishedValues([...earlierElements, ...elements], submission, await dateRules(actor));
  }

  return {
    /**
     * Opens a dialog for the user of a trigger. The trigger id is the only authorization
     * (docs/specification.md#dialogs).
     *
     * @throws AppError 400 for an invalid trigger, URL or field of the dialog; 403 if the user has left the channel
     * since
     */
    async open(request: {triggerId: string; url: string; dialog: unknown}): Promise<{dialogId: string}> {
      const fault = request.url === '' ? 'it is missing' : urlProblem(request.url);
      if (fault)
        throw invalidBodyParam(
          'url',
          `Submissions cannot be sent to "${request.url.slice(0, 200)}": ${fault}.`,
        );
      const trigger = await triggerIds.verify(request.triggerId);
      const denial = await onBehalf.readDenial(trigger.userid, trigger.channelid);
      if (denial) throw cannotOpen(denial.message);
      const definition = parseDialog(request.dialog);
      const now = Date.now();
      const row: DialogRow = {
        id: newId(),
        createat: now,
        updateat: now,
        userid: trigger.userid,
        channelid: trigger.channelid,
        teamid: trigger.teamid,
        url: request.url,
        callbackid: definition.callbackId,
        definition,
        status: 'sent',
      };
      await insertDialog(database, row);
      events.publish('dialog:opened', {
        userId: row.userid,
        dialog: {
          trigger_id: trigger.clientid,
          dialog_id: row.id,
          url: row.url,
          dialog: presentDialog(definition),
        },
      });
      return {dialogId: row.id};
    },

    /** Records that the user's client shows the dialog. @throws AppError 404 if the user has no such open dialog */
    async markShown(actor: Session, dialogId: string): Promise<void> {
      const row = await selectDialog(database, dialogId);
      if (
        row?.userid !== actor.userId ||
        !(await updateOpenDialog(database, dialogId, 'shown', Date.now()))
      ) {
        throw dialogNotFound(dialogId);
      }
    },

    /**
     * Handles a submission or cancellation. The user and the channel come from the session and the trigger. If there
     * are errors, or the integration returns another form, the dialog stays open.
     *
     * @throws AppError 400 if no such dialog is open, or if the integration failed
     */
    async submit(actor: Session, request: DialogRequest & {cancelled: boolean}): Promise<SubmissionResponse> {
      const row = await openDialog(actor, request, ({url}) => url === request.url);
      const {definition, url} = row;
      const type = 'dialog_submission';
      if (request.cancelled) {
        await updateOpenDialog(database, row.id, 'cancelled', Date.now());
        if (!definition.notifyOnCancel) return {};
        return errorsOf(parseResponse(await send(actor, row, {url, type, submission: {}, cancelled: true})));
      }
      const validated = validateSubmission(definition.elements, request.submission, await dateRules(actor));
      await validateChoices(definition, validated, actor);
      if (Object.keys(validated.errors).length > 0) return {errors: validated.errors};
      const earlier = await currentValues(actor, {...definition, elements: []}, request.submission);
      const submission = {...earlier, ...validated.values};
      const answer = parseResponse(await send(actor, row, {url, type, submission}));
      const errors = errorsOf(answer);
      if (errors.error || errors.errors) return errors;
      if (answer.form) return continueWith(row, answer.form, {isNextStep: true});
      await updateOpenDialog(database, row.id, 'submitted', Date.now());
      return {};
    },

    /**
     * Asks the integration for a new form, after the value of an element with `refresh` has changed. The response is
     * empty if the form stays.
     *
     * @throws AppError 400 if no such dialog is open, it can't be refreshed, or the integration failed
     */
    async refresh(actor: Session, request: DialogRequest): Promise<SubmissionResponse> {
      const {selected_field: selectedField, ...input} = request.submission;
      const row = await openDialog(
        actor,
        {...request, submission: input},
        ({definition}) => definition.sourceUrl === request.url,
      );
      const url = row.definition.sourceUrl;
      if (!url) throw invalidBodyParam('type', 'This dialog has no source_url, so it cannot be refreshed.');
      const values = await currentValues(actor, row.definition, input);
      const submission =
        typeof selectedField === 'string' ? {...values, selected_field: selectedField} : values;
      const answer = parseResponse(await send(actor, row, {url, type: 'refresh', submission}));
      return answer.form ? continueWith(row, answer.form, {isNextStep: false}) : errorsOf(answer);
    },

    /**
     * Looks up the options of a `dynamic` select at its integration, at most {@link DIALOG_LIMITS.lookupItems}.
     *
     * @throws AppError 400 if no such dialog or element is open, or if the integration failed
     */
    async lookup(actor: Session, request: DialogRequest): Promise<DialogOption[]> {
      const {query = '', selected_field: selectedField, ...input} = request.submission;
      const isLookup = (element: Dialog['elements'][number]): element is ChoiceElement =>
        element.type === 'select' &&
        element.dataSource === 'dynamic' &&
        (selectedField === undefined || element.name === selectedField) &&
        (request.url === '' || element.dataSourceUrl === request.url);
      const row = await openDialog(actor, {...request, submission: input}, ({definition}) =>
        definition.elements.some(isLookup),
      );
      const element = row.definition.elements.find(isLookup);
      if (!element?.dataSourceUrl) {
        throw invalidBodyParam('selected_field', 'The dialog has no such element that looks up its options.');
      }
      const values = await currentValues(actor, row.definition, input);
      const submission = {...values, query: String(query), selected_field: element.name};
      return parseItems(
        await send(actor, row, {url: element.dataSourceUrl, type: 'dialog_lookup', submission}),
      );
    },

    /** The status of a dialog. Only its creator knows its id. @throws AppError 404 for an unknown dialog */
    async statusOf(
      dialogId: string,
    ): Promise<{status: DialogStatus | 'expired'; createAt: number; updateAt: number}> {
      const row = await selectDialog(database, dialogId);
      if (!row) throw dialogNotFound(dialogId);
      const isOpen = row.status === 'sent' || row.status === 'shown';
      const isExpired = isOpen && row.createat < Date.now() - DIALOG_LIFETIME;
      return {status: isExpired ? 'expired' : row.status, createAt: row.createat, updateAt: row.updateat};
    },

    /** Deletes old dialogs. */
    sweep: () => deleteDialogsBefore(database, Date.now() - 7 * DIALOG_LIFETIME),
  };
}

const Response = Type.Object({
  error: Type.String(),
  errors: Type.Record(Type.String(), Type.Unknown()),
  type: Type.String(),
});

interface IntegrationResponse extends Pick<SubmissionResponse, 'error' | 'errors'> {
  form?: Record<string, unknown>;
}

/**
 * Only text values are errors. A response that is not JSON counts as empty, as in Mattermost.
 *
 * @throws AppError 400 for an unknown type, and for a form without the type `form`, or vice versa
 */
function parseResponse(text: string): IntegrationResponse {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return {};
  }
  const answer = pickFields(Response, value);
  const errors = Object.entries(answer.errors ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const faults = {
    ...(answer.error ? {error: answer.error} : {}),
    ...(errors.length === 0 ? {} : {errors: Object.fromEntries(errors)}),
  };
  if (faults.error || faults.errors) return faults;
  const {type = ''} = answer;
  const form = isJsonObject(value) ? value.form : undefined;
  if (type === 'form') {
    if (isJsonObject(form)) return {form};
    throw invalidResponse('The type "form" needs a form.');
  }
  if (!['', 'ok', 'navigate'].includes(type)) throw invalidResponse(`It has the unknown type "${type}".`);
  if (form != null) throw invalidResponse('A form needs the type "form".');
  return {};
}

function errorsOf({error, errors}: IntegrationResponse): SubmissionResponse {
  return {...(error ? {error} : {}), ...(errors ? {errors} : {})};
}

/** A form that an integration returned. @throws AppError 400 that says what is wrong with it */
function parseForm(form: Record<string, unknown>): Dialog {
  try {
    return parseDialog(form);
  } catch (error) {
    if (error instanceof AppError) throw invalidResponse(error.message);
    throw error;
  }
}

const Items = Type.Object({items: Type.Array(Type.Object({text: Type.String(), value: Type.String()}))});

/** The options of a lookup; none for an empty response. @throws AppError 400 for anything else */
function parseItems(text: string): DialogOption[] {
  if (text.trim() === '') return [];
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw invalidResponse('It is not JSON.');
  }
  if (isJsonObject(value) && value.items == null) return [];
  if (!Check(Items, value))
    throw invalidResponse('"items" must be a list of objects with "text" and "value".');
  return value.items
    .slice(0, DIALOG_LIMITS.lookupItems)
    .map((item) => ({text: item.text, value: item.value}));
}

function invalidResponse(why: string): AppError {
  return new AppError({
    id: 'app.submit_interactive_dialog.invalid_response',
    message: `The response of the integration cannot be used. ${why}`,
    status: 400,
  });
}

function cannotOpen(why: string): AppError {
  return new AppError({
    id: 'api.dialog.open.forbidden.app_error',
    message: `The dialog was not opened: ${why}`,
    status: 403,
    path: 'trigger_id',
  });
}

function notOpen(): AppError {
  return new AppError({
    id: 'api.dialog.submit.not_open.app_error',
    message:
      'This dialog is no longer open: it was submitted, canceled, or is more than a day old. Start again.',
    status: 400,
  });
}

function dialogNotFound(dialogId: string): AppError {
  return new AppError({
    id: 'api.dialog.get.not_found.app_error',
    message: 'This dialog is no longer open. Start again.',
    explanation: `There is no dialog with the id ${dialogId}.`,
    status: 404,
  });
}

function integrationError(what: string, cause?: unknown): AppError {
  return new AppError({
    id: 'api.post.do_action.action_integration.app_error',
    message: `${what} Your input was kept. Try again.`,
    status: 400,
    cause,
  });
}

const callErrors: CallErrors = {
  noResponse: integrationError,
  badStatus: (status) => integrationError(`The integration returned an error (HTTP ${status}).`),
};
