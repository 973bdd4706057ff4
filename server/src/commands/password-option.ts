import {text} from 'node:stream/consumers';
import type {Command} from 'commander';

/** How a password was given. */
export interface PasswordOptions {
  password?: string;
  passwordStdin?: boolean;
}

/** Gives a command its two ways of taking a password. */
export function addPasswordOptions(command: Command): Command {
  return command
    .option('--password <password>', 'the password; every user of this machine can see it meanwhile, in ps')
    .option('--password-stdin', 'read the password from standard input instead, up to its end');
}

/** The password that was given. One line end at its end does not belong to it. Exactly one way must be taken. */
export async function readPassword(
  command: Command,
  {password, passwordStdin}: PasswordOptions,
): Promise<string> {
  if ((password === undefined) === (passwordStdin === undefined)) {
    command.error('error: give the password by one of --password and --password-stdin');
  }
  return password ?? (await text(process.stdin)).replace(/\r?\n$/, '');
}
