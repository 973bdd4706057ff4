import type {Settings} from '../../platform/config/settings.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {UserRow} from './store.ts';

export const GUEST = 'system_guest';

/** Whether the account is a guest. */
export function isGuest({roles}: Pick<UserRow, 'roles'>): boolean {
  return roles.split(' ').includes(GUEST);
}

/**
 * @throws AppError 501 if guest accounts are disabled, 400 unless the account's email address is in a domain allowed
 * for guests.
 */
export function requireMayBeGuest({email}: Pick<UserRow, 'email'>, settings: Settings): void {
  if (!settings.GuestAccountsSettings.Enable) {
    throw notImplemented(
      'api.team.demote_user_to_guest.disabled.error',
      'Guest accounts are disabled on this server (GuestAccountsSettings.Enable).',
    );
  }
  requireGuestDomain(email, settings, 'api.user.create_user.accepted_domain.app_error');
}

/** @throws AppError 400 with `id` unless the email address is allowed for guests. */
export function requireGuestDomain(email: string, {GuestAccountsSettings}: Settings, id: string): void {
  const {RestrictCreationToDomains} = GuestAccountsSettings;
  const domains = RestrictCreationToDomains.toLowerCase()
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter(Boolean);
  const domain = email.toLowerCase().slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.includes(domain)) return;
  throw new AppError({
    id,
    message: `A guest's email address must be in ${domains.join(' or ')}, but this one is in ${domain} (GuestAccountsSettings.RestrictCreationToDomains).`,
    status: 400,
    path: 'email',
  });
}
