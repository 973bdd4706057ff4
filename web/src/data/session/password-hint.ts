import {plural, t} from '@lingui/core/macro';
import {list} from '../../lib/numbers.ts';

/** The server's minimum length of passwords. */
export function passwordLength(config: Record<string, string>): number {
  return Number(config.PasswordMinimumLength ?? 8);
}

/** The server's password rules as a sentence. */
export function passwordHint(config: Record<string, string>): string {
  const kinds = [
    ...(config.PasswordRequireLowercase === 'true' ? [t`a lowercase letter`] : []),
    ...(config.PasswordRequireUppercase === 'true' ? [t`an uppercase letter`] : []),
    ...(config.PasswordRequireNumber === 'true' ? [t`a number`] : []),
    ...(config.PasswordRequireSymbol === 'true' ? [t`a symbol`] : []),
  ];
  const length = passwordLength(config);
  const characters = plural(length, {one: '# character', other: '# characters'});
  if (kinds.length === 0) return t`Use at least ${characters}.`;
  const required = list(kinds);
  return t`Use at least ${characters}, including ${required}.`;
}
