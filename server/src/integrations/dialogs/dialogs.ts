import Type from 'typebox';
import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {UserRow, Users} from '../../messaging/users/users.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError, invalidBodyParam, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {urlProblem} from '../../platform/outbound-http/outbound-url.ts';
import {
  type CallErrors,
  type IntegrationCalls,
  knownMembers,
} from '../integration-calls/integration-calls.ts';
import type {TriggerIds} from '../trigger-ids/trigger-ids.ts';
import {parseDialog} from './dialog-definition.ts';
import {presentDialog} from './present.ts';
import type {Dialog} from './rules/dialog.ts';
import {type Submission, type ValidatedSubmission, validateSubmission} from './rules/submission-rules.ts';
import {submittedDialog} from './rules/submitted-dialog.ts';
import {
  type DialogRow,
  type DialogStatus,
  deleteDialogsBefore,
  insertDialog,
  selectDialog,
  selectOpenDialog,
  selectOpenDialogs,
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

/** An integration's response to a submission. Empty if it was accepted. */
export interface SubmissionResponse {
  error?: string;
  errors?: Record<string, string>;
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
      if (element.type !== 'select' || element.dataSource === '') continue;
      const chosen = validated.values[element.name];
      if (typeof chosen !== 'string' || chosen === '') continue;
      const exists =
        element.dataSource === 'users'
          ? (await visibleUser(actor, chosen)) !== undefined
          : (await permissions.channelStanding(actor.userId, chosen))?.type === 'O';
      if (!exists) validated.errors[element.name] = `Choose one of the ${element.dataSource}.`;
    }
  }

  async function send(
    actor: Session,
    row: DialogRow,
    {submission, cancelled}: {submission: ValidatedSubmission['values']; cancelled: boolean},
  ): Promise<SubmissionResponse> {
    const value = {
      type: 'dialog_submission',
      callback_id: row.callbackid,
      state: row.definition.state,
      user_id: row.userid,
      channel_id: row.channelid,
      team_id: row.teamid,
      submission,
      cancelled,
    };
    return parseResponse(
      await integrationCalls.postJson(actor, {url: row.url, value, purpose: 'dialog-submission'}, callErrors),
    );
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
      const obstacle = await onBehalf.obstacleToReading(trigger.userid, trigger.channelid);
      if (obstacle) throw cannotOpen(obstacle.message);
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
     * are errors, the dialog stays open for corrections.
     *
     * @throws AppError 400 if no such dialog is open, or if the integration failed
     */
    async submit(
      actor: Session,
      request: {
        dialogId: string;
        url: string;
        callbackId: string;
        /** Undefined if the client does not send it. */
        state: string | undefined;
        submission: Submission;
        cancelled: boolean;
      },
    ): Promise<SubmissionResponse> {
      const known = {userId: actor.userId, notBefore: Date.now() - DIALOG_LIFETIME, ...request};
      const row = request.dialogId
        ? await selectOpenDialog(database, known)
        : submittedDialog(await selectOpenDialogs(database, known), request);
      if (!row) throw notOpen();
      await permissions.require(actor, 'read_channel_content', {channelId: row.channelid});
      if (request.cancelled) {
        await updateOpenDialog(database, row.id, 'cancelled', Date.now());
        return row.definition.notifyOnCancel ? send(actor, row, {submission: {}, cancelled: true}) : {};
      }
      const validated = validateSubmission(row.definition.elements, request.submission);
      await validateChoices(row.definition, validated, actor);
      if (Object.keys(validated.errors).length > 0) return {errors: validated.errors};
      const answer = await send(actor, row, {submission: validated.values, cancelled: false});
      if (!answer.error && !answer.errors) await updateOpenDialog(database, row.id, 'submitted', Date.now());
      return answer;
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

const Response = Type.Object({error: Type.String(), errors: Type.Record(Type.String(), Type.Unknown())});

/** Only text values are errors. A response that is not JSON counts as empty, as in Mattermost. */
function parseResponse(text: string): SubmissionResponse {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return {};
  }
  const answer = knownMembers(Response, value);
  const errors = Object.entries(answer.errors ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return {
    ...(answer.error ? {error: answer.error} : {}),
    ...(errors.length === 0 ? {} : {errors: Object.fromEntries(errors)}),
  };
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
    message: `There is no dialog with the id ${dialogId}.`,
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
