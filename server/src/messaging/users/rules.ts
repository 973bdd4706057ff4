import type {Settings} from '../../platform/config/settings.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {botUsernameError, RESERVED_USERNAMES} from './name-rules/name-rules.ts';

const USERNAME = /^[a-z0-9._-]{1,64}$/;
// One @ with text on both sides and no white space. The mail server checks the rest.
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+$/;
const LOCALE = /^[a-z]{2,3}(?:[-_][A-Za-z]{2})?$/;
const MAX_PASSWORD_BYTES = 72;
const AUTH_SERVICES = ['gitlab', 'google', 'ldap', 'office365', 'openid', 'saml'];

/** @throws AppError 400 for an invalid username (docs/specification.md#names). */
export function requireValidUsername(username: string): void {
  if (!USERNAME.test(username)) {
    throw invalid(
      'username',
      `A username must have 1 to 64 of a–z, 0–9, ".", "-" and "_"; "${username}" does not.`,
    );
  }
  if (RESERVED_USERNAMES.has(username)) throw invalid('username', `The username "${username}" is reserved.`);
}

/** @throws AppError 400 for an invalid bot username (docs/specification.md#names). */
export function requireValidBotUsername(username: string): void {
  const error = botUsernameError(username);
  if (error === undefined) return;
  throw new AppError({
    id: 'model.bot.is_valid.username.app_error',
    message: error,
    status: 400,
    path: 'username',
  });
}

/** @throws AppError 400 for an unknown sign-in service. */
export function requireKnownAuthService(service: string): void {
  if (!AUTH_SERVICES.includes(service)) {
    throw invalid(
      'auth_service',
      `The sign-in service must be one of ${AUTH_SERVICES.join(', ')}, not "${service}".`,
    );
  }
}

/** Whether a text looks like an email address. */
export const isEmailAddress = (text: string): boolean => EMAIL.test(text);

/** @throws AppError 400 for an invalid email address or one longer than 128 bytes. */
export function requireValidEmail(email: string): void {
  if (Buffer.byteLength(email) > 128) throw invalid('email', 'An email address can have at most 128 bytes.');
  if (!isEmailAddress(email)) throw invalid('email', `"${email}" is not an email address.`);
}

/** @throws AppError 400 unless the locale is available: a language with an optional country. */
export function requireValidLocale(locale: string, {LocalizationSettings}: Settings): void {
  if (!LOCALE.test(locale)) throw invalid('locale', `"${locale}" is not a locale such as en or pt-BR.`);
  const {AvailableLocales, DefaultClientLocale} = LocalizationSettings;
  const normal = (name: string) => name.trim().replace('_', '-').toLowerCase();
  const available = AvailableLocales.split(',').map(normal).filter(Boolean);
  if (available.length === 0 || [DefaultClientLocale, ...available].map(normal).includes(normal(locale)))
    return;
  throw invalid(
    'locale',
    `"${locale}" is not available on this server. Choose one of ${[...new Set([DefaultClientLocale, ...available])].join(', ')} (LocalizationSettings.AvailableLocales).`,
  );
}

/** @throws AppError 400 with all missing requirements if the password doesn't meet `PasswordSettings`. */
export function requireStrongPassword(password: string, {PasswordSettings}: Settings): void {
  const {MinimumLength, Lowercase, Uppercase, Number: digit, Symbol: symbol} = PasswordSettings;
  const missing = [
    password.length < MinimumLength && `at least ${MinimumLength} characters`,
    Lowercase && !/\p{Ll}/u.test(password) && 'a lower-case letter',
    Uppercase && !/\p{Lu}/u.test(password) && 'an upper-case letter',
    digit && !/\p{Nd}/u.test(password) && 'a digit',
    symbol && !/[^\p{L}\p{N}\s]/u.test(password) && 'a symbol',
  ].filter((part) => typeof part === 'string');
  if (missing.length > 0) throw weakPassword(`A password needs ${missing.join(', ')}.`);
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw weakPassword(`A password can have at most ${MAX_PASSWORD_BYTES} bytes.`);
  }
}

function invalid(field: string, message: string): AppError {
  return new AppError({id: `model.user.is_valid.${field}.app_error`, message, status: 400, path: field});
}

function weakPassword(message: string): AppError {
  return new AppError({id: 'model.user.is_valid.pwd.app_error', message, status: 400, path: 'password'});
}
