import {readFile} from 'node:fs/promises';
import {createInterface} from 'node:readline/promises';
import {Writable} from 'node:stream';
import type {Command} from 'commander';
import {CommandError} from './command-error.ts';

/**
 * Options that say where to read a passphrase from. It is never an argument, because all users of the machine can see
 * arguments.
 */
export interface PassphraseOptions {
  passphraseFile?: string;
  askPassphrase?: boolean;
}

export function addPassphraseOptions(command: Command): Command {
  return command
    .option('--passphrase-file <file>', 'read the passphrase from the first line of a file')
    .option('--ask-passphrase', 'prompt for the passphrase');
}

/** Reads the passphrase from a file or a prompt; undefined if neither option was given. With `twice`, prompts twice. */
export async function readPassphrase(
  {passphraseFile, askPassphrase}: PassphraseOptions,
  {twice}: {twice: boolean},
): Promise<string | undefined> {
  if (passphraseFile !== undefined) {
    const text = await readFile(passphraseFile, 'utf8').catch((error: Error) => {
      throw new CommandError(`Could not read the passphrase: ${error.message}.`);
    });
    return requireNotEmpty(text.split(/\r?\n/)[0]!, `The first line of ${passphraseFile} is empty.`);
  }
  if (!askPassphrase) return undefined;
  const passphrase = await promptForSecret('Passphrase: ');
  if (twice && (await promptForSecret('Repeat the passphrase: ')) !== passphrase) {
    throw new CommandError('The passphrases do not match. Try again.');
  }
  return passphrase;
}

/** Prompts for a secret on the terminal without showing the input. */
export async function promptForSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'There is no terminal to prompt for the passphrase. Use --passphrase-file, or set PATCHBAY_BACKUPSETTINGS_PASSPHRASE.',
    );
  }
  process.stderr.write(question);
  const silent = new Writable({write: (_chunk, _encoding, done) => done()});
  const terminal = createInterface({input: process.stdin, output: silent, terminal: true});
  try {
    return requireNotEmpty(await terminal.question(''), 'The passphrase is empty.');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

function requireNotEmpty(passphrase: string, error: string): string {
  if (passphrase === '') throw new CommandError(error);
  return passphrase;
}
