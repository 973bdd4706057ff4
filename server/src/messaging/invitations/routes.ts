import Type from 'typebox';
import type {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {absentField, ErrorBody, Id, line, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {INVITATION_LIFETIME, type Invitations} from './invitations.ts';
import type {OpenInvitation} from './store.ts';

const MAX_ADDRESSES = 100;
const Emails = Type.Array(Type.String({maxLength: 256}), {minItems: 1, maxItems: MAX_ADDRESSES});
const Message = Type.Optional(Type.String({maxLength: 500, description: 'Shown in the email.'}));

const Outcomes = Type.Array(Type.Object({email: Type.String(), error: Type.Union([ErrorBody, Type.Null()])}));

const Invitation = Type.Object({
  id: Id,
  team_id: Id,
  email: Type.String(),
  is_guest: Type.Boolean(),
  inviter_id: Id,
  create_at: Type.Integer(),
  sent_at: Type.Integer({description: '0 while the email is queued.'}),
  expires_at: Type.Integer({description: '0 while the email is queued.'}),
});

const InvitationToTeam = Type.Object({
  ...Invitation.properties,
  team_display_name: Type.String(),
});

/** Email invitations to teams. */
export function registerInvitationRoutes(
  api: HttpServer,
  {invitations, permissions, audits}: {invitations: Invitations; permissions: Permissions; audits: Audits},
): void {
  const params = Type.Object({team_id: Id});
  const querystring = Type.Object({graceful: QueryFlag});
  const response = {200: Type.Union([StatusOk, Outcomes])};
  const description =
    'With `graceful`, the response has the result for each address. Otherwise, the first error is the response. A user can invite 20 addresses in an hour. 501 if the server sends no emails.';

  /** The results, or, unless `graceful` is set, the first error. */
  function result(outcomes: {email: string; error: AppError | undefined}[], graceful: boolean) {
    if (graceful)
      return outcomes.map(({email, error}) => ({email, error: error ? presentError(error) : null}));
    const failed = outcomes.find(({error}) => error);
    if (failed?.error) throw failed.error;
    return STATUS_OK;
  }

  api.post(
    '/teams/:team_id/invite/email',
    {
      schema: {
        summary: 'Invite members by email',
        description,
        params,
        querystring,
        body: Type.Union([
          Emails,
          Type.Object({
            emails: Emails,
            channelIds: Type.Optional(Type.Array(Id, {maxItems: 100})),
            message: Message,
          }),
        ]),
        response,
      },
    },
    async (request) => {
      const {body} = request;
      const sent = Array.isArray(body) ? {emails: body} : body;
      const {
        emails,
        channelIds = [],
        message = '',
      } = sent as {
        emails: string[];
        channelIds?: string[];
        message?: string;
      };
      const outcomes = await invitations.send(actorOf(request), {
        teamId: request.params.team_id,
        emails,
        isGuest: false,
        channelIds,
        message,
      });
      await audits.recordRequest(request, `team_id=${request.params.team_id}, count=${outcomes.length}`);
      return result(outcomes, isFlagSet(request.query.graceful));
    },
  );

  api.post(
    '/teams/:team_id/invite-guests/email',
    {
      schema: {
        summary: 'Invite guests to channels by email',
        description,
        params,
        querystring: Type.Object({
          ...querystring.properties,
          guest_magic_link: absentField('sign-in links for guests'),
        }),
        body: Type.Object({
          emails: Emails,
          channels: Type.Array(Id, {minItems: 1, maxItems: 100}),
          message: Message,
        }),
        response,
      },
    },
    async (request) => {
      const {emails, channels, message = ''} = request.body;
      const outcomes = await invitations.send(actorOf(request), {
        teamId: request.params.team_id,
        emails,
        isGuest: true,
        channelIds: channels,
        message,
      });
      await audits.recordRequest(request, `team_id=${request.params.team_id}, count=${outcomes.length}`);
      return result(outcomes, isFlagSet(request.query.graceful));
    },
  );

  api.get(
    '/teams/:team_id/invites/email',
    {
      schema: {
        summary: 'List open email invitations',
        description:
          'Invitations that were not accepted or revoked and have not expired, newest first. People who manage the team see all of them, others only their own.',
        params,
        querystring: PagingQuery,
        response: {200: Type.Array(Invitation)},
      },
    },
    async (request) => {
      const {team_id} = request.params;
      const page = toOffsetLimit(request.query);
      const open = await invitations.list(actorOf(request), team_id, page);
      return open.map(presentInvitation);
    },
  );

  api.get(
    '/teams/invites/email',
    {
      schema: {
        summary: 'List open email invitations to all teams',
        description: 'Newest first. For people who may revoke all invitations.',
        querystring: Type.Object({
          ...PagingQuery.properties,
          term: Type.Optional(line('Only addresses that contain this text.')),
          is_guest: Type.Optional(
            Type.Boolean({description: 'Only invitations of guests, or only those of members.'}),
          ),
        }),
        response: {200: Type.Array(InvitationToTeam)},
      },
    },
    async (request) => {
      const {term, is_guest: isGuest} = request.query;
      const open = await invitations.listAll(
        actorOf(request),
        {isGuest, ...(term !== undefined && {term})},
        toOffsetLimit(request.query),
      );
      return open.map((one) => ({...presentInvitation(one), team_display_name: one.teamdisplayname}));
    },
  );

  api.delete(
    '/teams/:team_id/invites/email/:invitation_id',
    {
      schema: {
        summary: 'Revoke an open email invitation',
        description: 'People who manage the team can revoke all of them, others only their own.',
        params: Type.Object({...params.properties, invitation_id: Id}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {team_id, invitation_id} = request.params;
      await invitations.revoke(actorOf(request), team_id, invitation_id);
      await audits.recordRequest(request, `team_id=${team_id}, invitation_id=${invitation_id}`);
      return STATUS_OK;
    },
  );

  api.delete(
    '/teams/invites/email',
    {schema: {summary: 'Revoke all open email invitations', response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'invalidate_email_invite');
      await invitations.revokeAll();
      await audits.recordRequest(request, '');
      return STATUS_OK;
    },
  );
}

function presentInvitation({id, teamid, email, isguest, inviterid, createat, sentat}: OpenInvitation) {
  return {
    id,
    team_id: teamid,
    email,
    is_guest: isguest,
    inviter_id: inviterid,
    create_at: createat,
    sent_at: sentat,
    expires_at: sentat && sentat + INVITATION_LIFETIME,
  };
}

function presentError({id, message, explanation, status}: AppError) {
  return {id, message, detailed_error: explanation, status_code: status};
}
