import {readFile} from 'node:fs/promises';
import {createInterface} from 'node:readline/promises';
import {Writable} from 'node:stream';
import type {Command} from 'commander';
import {CommandError} from './command-error.ts';

/** How a passphrase was given. It is never an argument: every user of the machine can see those. */
export interface PassphraseOptions {
  passphraseFile?: string;
  askPassphrase?: boolean;
}

/** Gives a command its ways of taking a passphrase. */
export function addPassphraseOptions(command: Command): Command {
  return command
    .option('--passphrase-file <file>', 'read the passphrase from the first line of a file')
    .option('--ask-passphrase', 'ask for the passphrase');
}

/** The passphrase from a file or the person; undefined if neither was asked for. `twice` guards against a typo. */
export async function readPassphrase(
  {passphraseFile, askPassphrase}: PassphraseOptions,
  {twice}: {twice: boolean},
): Promise<string | undefined> {
  if (passphraseFile !== undefined) {
    const text = await readFile(passphraseFile, 'utf8').catch((error: Error) => {
      throw new CommandError(`The passphrase cannot be read: ${error.message}.`);
    });
    return notEmpty(text.split(/\r?\n/)[0]!, `The first line of ${passphraseFile} is empty.`);
  }
  if (!askPassphrase) return undefined;
  const passphrase = await ask('Passphrase: ');
  if (twice && (await ask('The same again: ')) !== passphrase) {
    throw new CommandError('The two passphrases differ. Try again.');
  }
  return passphrase;
}

/** Asks at the terminal; what is typed is not shown. */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'There is no terminal to ask for the passphrase. Use --passphrase-file, or set PATCHBAY_BACKUPSETTINGS_PASSPHRASE.',
    );
  }
  process.stderr.write(question);
  const silent = new Writable({write: (_chunk, _encoding, done) => done()});
  const terminal = createInterface({input: process.stdin, output: silent, terminal: true});
  try {
    return notEmpty(await terminal.question(''), 'The passphrase is empty.');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

function notEmpty(passphrase: string, otherwise: string): string {
  if (passphrase === '') throw new CommandError(otherwise);
  return passphrase;
}
