import {server} from '../../lib/server.ts';

/** The pages that emails link to. They work with and without a session. */
export const EMAIL_LINKS = {
  forgotPassword: '/reset_password',
  newPassword: '/reset_password_complete',
  verifyEmail: '/do_verify_email',
  unsubscribe: '/unsubscribe',
} as const;

export function isEmailLink(path: string): boolean {
  return Object.values<string>(EMAIL_LINKS).includes(path);
}

/** Sends an email with a link to set a new password, if an account has this address. */
export function requestPasswordReset(email: string): Promise<unknown> {
  return server.sendPasswordResetEmail(email);
}

/** Sets a new password with the token of a link. */
export function resetPassword(token: string, password: string): Promise<unknown> {
  return server.resetUserPassword(token, password);
}

/** Verifies an email address with the token of a link. */
export function verifyEmail(token: string): Promise<unknown> {
  return server.verifyUserEmail(token);
}

/** Turns off email notifications with the token of a link. */
export function unsubscribe(token: string): Promise<unknown> {
  return server.call(`/notifications/unsubscribe?token=${encodeURIComponent(token)}`, {method: 'POST'});
}
