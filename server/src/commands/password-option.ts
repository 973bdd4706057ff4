import {text} from 'node:stream/consumers';
import type {Command} from 'commander';

/** Options that say where to read a password from. */
export interface PasswordOptions {
  password?: string;
  passwordStdin?: boolean;
}

export function addPasswordOptions(command: Command): Command {
  return command
    .option(
      '--password <password>',
      'the password; other users of this machine can see it in the process list',
    )
    .option('--password-stdin', 'read the password from standard input');
}

/** Reads the password from exactly one of the options. A final newline is removed. */
export async function readPassword(
  command: Command,
  {password, passwordStdin}: PasswordOptions,
): Promise<string> {
  if ((password === undefined) === (passwordStdin === undefined)) {
    command.error('error: use exactly one of --password and --password-stdin');
  }
  return password ?? (await text(process.stdin)).replace(/\r?\n$/, '');
}
