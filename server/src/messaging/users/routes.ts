import type {FastifyReply, FastifyRequest} from 'fastify';
import Type, {type Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {Id, line, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {ActionLimits} from '../action-limits/action-limits.ts';
import type {Audits} from '../audits/audits.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Visibility} from '../visibility/visibility.ts';
import type {Directory} from './directory.ts';
import {type AcceptedTerms, registerDirectoryRoutes} from './directory-routes.ts';
import {presentUser} from './present.ts';
import {NewUser, User, UserAuthentication, UserPatch, UserUpdate} from './schema.ts';
import {isAdministrator, type UserRow, type Users} from './users.ts';

const UserId = Type.Object({user_id: Id});

/** Users: `/users`. */
export function registerUserRoutes(
  api: HttpServer,
  parts: {
    users: Users;
    directory: Directory;
    /** Finds teams by their invite ids. */
    teams: {
      byInviteId(inviteId: string): Promise<{id: string}>;
      joinWithin(tx: Transaction, teamId: string, userId: string): Promise<() => void>;
    };
    /** Finds the accounts that email invitations are for. */
    invitations: {
      forNewAccount(token: string): Promise<{
        email: string;
        roles: string | undefined;
        alsoWrite(tx: Transaction, userId: string): Promise<() => void>;
        finish(userId: string): Promise<void>;
      }>;
    };
    permissions: Permissions;
    visibility: Visibility;
    permanentDeletion: {user(actor: Actor, user: UserRow): Promise<void>};
    audits: Audits;
    actionLimits: ActionLimits;
    config: Config;
    termsOfService: AcceptedTerms;
  },
): void {
  registerDirectoryRoutes(api, parts);
  registerAccountRoutes(api, parts);
  registerAdministrationRoutes(api, parts);
}

type Parts = Parameters<typeof registerUserRoutes>[1];

/** Creating accounts and editing profiles. */
function registerAccountRoutes(
  api: HttpServer,
  {users, teams, invitations, permissions, permanentDeletion, audits, actionLimits, config}: Parts,
): void {
  api.post(
    '/users',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Create an account',
        querystring: Type.Object({
          iid: Type.Optional(word('The invite id of a team to join.')),
          t: Type.Optional(word('The token of an invitation by email.')),
        }),
        body: NewUser,
        response: {201: User},
      },
    },
    async (request, reply) => {
      await actionLimits.count(request, reply, 'sign-up');
      const actor = request.session;
      const byAdmin = actor !== undefined && (await permissions.can(actor, 'manage_system'));
      const team = request.query.iid ? await teams.byInviteId(request.query.iid) : undefined;
      const invitation = request.query.t ? await invitations.forNewAccount(request.query.t) : undefined;
      const {auth_service, auth_data, ...person} = request.body;
      const invited = invitation !== undefined || team !== undefined;
      const account = byAdmin ? request.body : person;
      const user = await users.create(invitation ? {...account, email: invitation.email} : account, {
        authorize: byAdmin ? undefined : () => requireOpenSignUp(config, {invited}),
        ...(invitation
          ? {roles: invitation.roles, emailVerified: true, alsoWrite: invitation.alsoWrite}
          : {alsoWrite: team && ((tx, userId) => teams.joinWithin(tx, team.id, userId))}),
      });
      await invitation?.finish(user.id);
      if (byAdmin) await audits.recordRequest(request, `user_id=${user.id}`);
      return reply.code(201).send(presentUser(user, 'full'));
    },
  );

  /** Returns the account after checking that the actor may change it. */
  async function editable(
    request: FastifyRequest,
    patch: {email?: string; password?: string},
  ): Promise<UserRow> {
    const actor = actorOf(request);
    const user = await users.byId((request.params as {user_id: string}).user_id);
    await users.requireMayEdit(actor, user);
    const newEmail = patch.email !== undefined && !isSameName(patch.email, user.email);
    if (newEmail && actor.userId === user.id && !user.isbot) {
      // Requires the password, because otherwise anyone with access to an open session could take over the account by
      // changing its email address.
      const wrong = invalidBodyParam('password', {
        message: 'To change your email address, enter your current password.',
        params: {rule: 'currentPassword'},
      });
      if (!patch.password) throw wrong;
      await users.requireCurrentPassword(user, patch.password, wrong);
    }
    return user;
  }

  async function change(request: FastifyRequest<{Body: Static<typeof UserPatch>}>, reply: FastifyReply) {
    const actor = actorOf(request);
    const account = await editable(request, request.body);
    const {username = account.username, email = account.email} = request.body;
    if (!isSameName(username, account.username) || !isSameName(email, account.email)) {
      await actionLimits.count(request, reply, 'name-change');
    }
    const user = await users.update(account, request.body);
    if (actor.userId !== user.id) await audits.recordRequest(request, `user_id=${user.id}`);
    return (await users.present(actor, [user]))[0]!;
  }

  api.put(
    '/users/:user_id',
    {
      schema: {
        summary: 'Replace a profile with the given record',
        params: UserId,
        body: UserUpdate,
        response: {200: User},
      },
    },
    async (request, reply) => {
      if (request.body.id !== request.params.user_id) {
        throw invalidBodyParam('id', 'The id must match the one in the URL.');
      }
      return change(request, reply);
    },
  );

  api.put(
    '/users/:user_id/patch',
    {
      schema: {
        summary: 'Edit the given fields of a profile',
        params: UserId,
        body: UserPatch,
        response: {200: User},
      },
    },
    change,
  );

  api.put(
    '/users/:user_id/password',
    {
      schema: {
        summary: 'Change a password and revoke the other sessions; your own requires the current one',
        params: UserId,
        body: Type.Object({
          current_password: Type.Optional(line('Required for your own password.')),
          new_password: line(),
        }),
        response: {200: StatusOk},
      },
    },
    async (request, reply) => {
      await actionLimits.count(request, reply, 'password-change');
      const actor = actorOf(request);
      const {current_password: current, new_password: next} = request.body;
      const user = await users.byId(request.params.user_id);
      await users.requireMayEdit(actor, user);
      if (actor.userId === user.id) {
        if (!current) throw invalidBodyParam('current_password', 'Enter your current password.');
        await users.changeOwnPassword(user, {current, next, keptSessionId: actor.id});
      } else {
        await users.setPassword(user, next);
      }
      await audits.recordRequest(request, `user_id=${user.id}`);
      return STATUS_OK;
    },
  );

  api.put(
    '/users/:user_id/active',
    {
      schema: {
        summary: 'Activate or deactivate an account',
        params: UserId,
        body: Type.Object({active: Type.Boolean()}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const user = await users.byId(request.params.user_id);
      await users.requireMayEdit(actorOf(request), user);
      await users.setActive(user, request.body.active);
      await audits.recordRequest(request, `user_id=${user.id} active=${request.body.active}`);
      return STATUS_OK;
    },
  );

  api.delete(
    '/users/:user_id',
    {
      schema: {
        summary: 'Deactivate an account, or delete it permanently',
        params: UserId,
        querystring: Type.Object({permanent: QueryFlag}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const user = await users.byId(request.params.user_id);
      await users.requireMayEdit(actorOf(request), user);
      if (isFlagSet(request.query.permanent)) await permanentDeletion.user(actorOf(request), user);
      else await users.setActive(user, false);
      await audits.recordRequest(request, `user_id=${user.id} username=${user.username}`);
      return STATUS_OK;
    },
  );

  api.post(
    '/users/mfa',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Check whether a login needs a second factor (always false)',
        body: Type.Object({login_id: line()}),
        response: {200: Type.Object({mfa_required: Type.Boolean()})},
      },
    },
    async () => ({mfa_required: false}),
  );
}

/** Administrative changes to accounts. */
function registerAdministrationRoutes(api: HttpServer, {users, permissions, audits}: Parts): void {
  api.put(
    '/users/:user_id/roles',
    {
      schema: {
        summary: "Set an account's system-wide roles",
        params: UserId,
        body: Type.Object({roles: line('Separated by spaces.')}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_roles');
      const user = await users.byId(request.params.user_id);
      // Only system administrators can change the administrator role, even if others can manage roles.
      if (isAdministrator(user) || isAdministrator(request.body)) {
        await permissions.require(actor, 'manage_system');
      }
      await users.setRoles(user, request.body.roles);
      await audits.recordRequest(request, `user_id=${user.id} roles=${request.body.roles}`);
      return STATUS_OK;
    },
  );

  api.put(
    '/users/:user_id/auth',
    {
      schema: {
        summary: 'Change how an account signs in',
        params: UserId,
        body: UserAuthentication,
        response: {200: Type.Omit(UserAuthentication, ['password'])},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const user = await users.byId(request.params.user_id);
      const {auth_service = '', auth_data = '', password = ''} = request.body;
      await users.setAuthentication(user, {service: auth_service, data: auth_data, password});
      await audits.recordRequest(request, `user_id=${user.id} auth_service=${auth_service}`);
      return {auth_service, auth_data};
    },
  );

  api.post(
    '/users/:user_id/email/verify/member',
    {
      schema: {
        summary: 'Mark an email address as verified',
        params: UserId,
        response: {200: User},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const user = await users.byId(request.params.user_id);
      await users.verifyEmail(user);
      await audits.recordRequest(request, `user_id=${user.id}`);
      return (await users.present(actor, [await users.byId(user.id)]))[0]!;
    },
  );

  api.post(
    '/users/:user_id/reset_failed_attempts',
    {
      schema: {
        summary: 'Unlock an account after too many failed sign-ins',
        params: UserId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const user = await users.byId(request.params.user_id);
      await users.unlock(user);
      await audits.recordRequest(request, `user_id=${user.id}`);
      return STATUS_OK;
    },
  );
}

/** Whether two usernames or email addresses are equal after normalization. */
function isSameName(entered: string, stored: string): boolean {
  return entered.trim().toLowerCase() === stored;
}

function requireOpenSignUp(config: Config, {invited}: {invited: boolean}): void {
  const {EnableUserCreation, EnableOpenServer} = config.get().TeamSettings;
  if (!EnableUserCreation) {
    throw new AppError({
      id: 'api.user.create_user.disabled.app_error',
      message: 'Sign-up is disabled on this server. Ask an administrator for an account.',
      status: 501,
    });
  }
  if (!config.get().EmailSettings.EnableSignUpWithEmail) {
    throw new AppError({
      id: 'api.user.create_user.signup_email_disabled.app_error',
      message: 'Sign-up with an email address and a password is disabled on this server.',
      status: 501,
    });
  }
  if (!EnableOpenServer && !invited) {
    throw new AppError({
      id: 'api.user.create_user.no_open_server',
      message: 'Sign-up on this server requires an invitation. Ask for an invitation to a team.',
      status: 403,
    });
  }
}
