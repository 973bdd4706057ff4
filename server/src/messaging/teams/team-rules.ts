import type {AppError} from '../../platform/errors/app-error.ts';
import {teamRuleBroken} from './team-errors.ts';

// A team's name is the first step of the addresses of its pages, and these are addresses of the server's own.
const RESERVED_BEGINNINGS = [
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

/** Whether a name begins with one of the words that addresses of the server begin with. */
export function isReservedTeamName(name: string): boolean {
  return RESERVED_BEGINNINGS.some((word) => name.toLowerCase().startsWith(word));
}

/**
 * @throws AppError 400 unless a team may have the name: 2 to 64 of a–z, 0–9 and "-", a letter or digit at both ends,
 * and no reserved word at its start (docs/specification.md#names).
 */
export function requireValidTeamName(name: string): void {
  if (isReservedTeamName(name)) {
    throw invalid(
      'reserved',
      `The name "${name}" begins with a word that the server needs for itself.`,
      'name',
    );
  }
  if (name.length < 2 || name.length > 64 || !NAME.test(name)) {
    throw invalid(
      'characters',
      `A team's name has 2 to 64 of a–z, 0–9 and "-", with a letter or digit at both ends; "${name}" does not.`,
      'name',
    );
  }
}

/** @throws AppError 400 unless the fields of a team keep to their limits: runes for names, bytes for the rest. */
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
        `A team's display name has 1 to 64 characters, and this one has ${runes}.`,
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
    throw invalid('type', `A team's type is O (open) or I (by invitation), and "${type}" is neither.`, path);
  }
}

function requireBytes(rule: string, text: string, max: number, field: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > max) {
    throw invalid(
      rule,
      `A team's ${field.replace('_', ' ')} has at most ${max} bytes, and this one has ${bytes}.`,
      field,
    );
  }
}

function invalid(rule: string, message: string, path: string): AppError {
  return teamRuleBroken(`model.team.is_valid.${rule}.app_error`, message, path);
}
