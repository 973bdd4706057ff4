import Type from 'typebox';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {line, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {ActionLimits} from '../action-limits/action-limits.ts';
import type {Audits} from '../audits/audits.ts';
import type {AccountEmails} from './account-emails.ts';

/** Password resets and email verification. */
export function registerAccountEmailRoutes(
  api: HttpServer,
  {
    accountEmails,
    actionLimits,
    audits,
  }: {accountEmails: AccountEmails; actionLimits: ActionLimits; audits: Audits},
): void {
  const Address = Type.Object({email: line('The email address of the account.')});

  api.post(
    '/users/password/reset/send',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Send an email with a link to set a new password',
        description:
          'The response does not show whether the account exists. 501 if the server sends no emails.',
        body: Address,
        response: {200: StatusOk},
      },
    },
    async (request, reply) => {
      await actionLimits.count(request, reply, 'password-change');
      await accountEmails.sendPasswordReset(requireAddress(request.body.email));
      return STATUS_OK;
    },
  );

  api.post(
    '/users/password/reset',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Set a new password with the token from an email, and revoke all sessions',
        body: Type.Object({
          token: Type.Optional(word('The token in the link.')),
          code: Type.Optional(word('Another name of `token`.')),
          new_password: line(),
        }),
        response: {200: StatusOk},
      },
    },
    async (request, reply) => {
      await actionLimits.count(request, reply, 'password-change');
      const {token, code, new_password} = request.body;
      const userId = await accountEmails.resetPassword(requireToken(token ?? code), new_password);
      await audits.recordRequest(request, `user_id=${userId}`);
      return STATUS_OK;
    },
  );

  api.post(
    '/users/email/verify/send',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Send an email with a link to verify an email address',
        description:
          'The response does not show whether the account exists. 501 if the server sends no emails.',
        body: Address,
        response: {200: StatusOk},
      },
    },
    async (request, reply) => {
      await actionLimits.count(request, reply, 'name-change');
      await accountEmails.sendVerification(requireAddress(request.body.email));
      return STATUS_OK;
    },
  );

  api.post(
    '/users/email/verify',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Verify an email address with the token from an email',
        body: Type.Object({token: word('The token in the link.')}),
        response: {200: StatusOk},
      },
    },
    async (request, reply) => {
      await actionLimits.count(request, reply, 'name-change');
      const userId = await accountEmails.verifyEmail(requireToken(request.body.token));
      await audits.recordRequest(request, `user_id=${userId}`);
      return STATUS_OK;
    },
  );
}

function requireAddress(email: string): string {
  const address = email.trim();
  if (address === '' || Buffer.byteLength(address) > 128) {
    throw invalidBodyParam('email', {
      message: 'Enter the email address of the account.',
      params: {rule: 'emailAddress'},
    });
  }
  return address;
}

function requireToken(token: string | undefined): string {
  if (!token) throw invalidBodyParam('token', 'Open the link in the email again.');
  return token;
}
