import type {AppError} from '../../platform/errors/app-error.ts';
import {invalidTeam} from './team-errors.ts';

// A team's name is the first segment of the URLs of its pages, which must not collide with the server's own URLs.
const RESERVED_PREFIXES = [
  'admin',
  'api',
  'boards',
  'channel',
  'claim',
  'error',
  'files',
  'help',
  'landing',
  'login',
  'mfa',
  'oauth',
  'playbooks',
  'plug',
  'plugins',
  'post',
  'signup',
];

const NAME = /^[a-z0-9]+(?:-+[a-z0-9]+)*$|^[a-z0-9]+__[a-z0-9]+$/;

/** Whether a name starts with a word that the server's own URLs start with. */
export function isReservedTeamName(name: string): boolean {
  return RESERVED_PREFIXES.some((word) => name.toLowerCase().startsWith(word));
}

/**
 * @throws AppError 400 unless the name is valid for a team: 2 to 64 of a–z, 0–9 and "-", with a letter or digit at both
 * ends, and no reserved word at its start (docs/specification.md#names).
 */
export function requireValidTeamName(name: string): void {
  if (isReservedTeamName(name)) {
    throw invalid('reserved', `The name "${name}" starts with a reserved word.`, 'name');
  }
  if (name.length < 2 || name.length > 64 || !NAME.test(name)) {
    throw invalid(
      'characters',
      `A team name must have 2 to 64 of a–z, 0–9 and "-", with a letter or digit at both ends; "${name}" does not.`,
      'name',
    );
  }
}

/** @throws AppError 400 if a field exceeds its limit: runes for names, bytes for other fields. */
export function requireValidTeamFields(fields: {
  display_name?: string;
  description?: string;
  company_name?: string;
  allowed_domains?: string;
  email?: string;
}): void {
  const {display_name, description = '', company_name = '', allowed_domains = '', email = ''} = fields;
  if (display_name !== undefined) {
    const runes = [...display_name].length;
    if (runes < 1 || runes > 64) {
      throw invalid(
        'name',
        `A team display name must have 1 to 64 characters, but this one has ${runes}.`,
        'display_name',
      );
    }
  }
  requireBytes('description', description, 255, 'description');
  requireBytes('company', company_name, 64, 'company_name');
  requireBytes('domains', allowed_domains, 1000, 'allowed_domains');
  requireBytes('email', email, 128, 'email');
}

/** @throws AppError 400 unless it is `O` or `I`. */
export function requireValidTeamType(type: string, path = 'type'): asserts type is 'O' | 'I' {
  if (type !== 'O' && type !== 'I') {
    throw invalid('type', `A team type must be O (open) or I (invite-only), not "${type}".`, path);
  }
}

function requireBytes(rule: string, text: string, max: number, field: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > max) {
    throw invalid(
      rule,
      `A team ${field.replace('_', ' ')} can have at most ${max} bytes, but this one has ${bytes}.`,
      field,
    );
  }
}

function invalid(rule: string, message: string, path: string): AppError {
  return invalidTeam(`model.team.is_valid.${rule}.app_error`, message, path);
}
