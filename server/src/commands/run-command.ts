import {Command, CommanderError} from 'commander';
import {ClusterError} from '../platform/cluster/cluster-error.ts';
import {ConfigError} from '../platform/config/config-error.ts';
import {DatabaseUnavailableError} from '../platform/database/database-unavailable-error.ts';
import {AppError} from '../platform/errors/app-error.ts';
import {InUseError} from '../platform/exclusive-use/in-use.ts';
import {SecretKeysError} from '../platform/secrets/key-ring.ts';
import {PRODUCT_VERSION} from '../version.ts';
import {CommandError} from './command-error.ts';
import {commands} from './commands.ts';

const USAGE_ERROR = 2;
const FAILURE = 1;

/** Expected errors, which are printed on one line. Other errors are bugs. */
const EXPECTED_ERRORS = [
  AppError,
  ConfigError,
  DatabaseUnavailableError,
  InUseError,
  SecretKeysError,
  ClusterError,
  CommandError,
];

/** Runs the command with these arguments, prints errors, and sets the exit code of the process if it fails. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = new Command('patchbay')
    .description('Patchbay: a self-hosted team-messaging server built around integrations.')
    .version(PRODUCT_VERSION, '--version', 'print the version')
    .exitOverride();
  // `-version` has one dash (docs/specification.md#command-line), which option parsers don't read as one word.
  const words = args.map((word) => (word === '-version' ? '--version' : word));
  for (const name of commandsFor(words)) {
    const addCommand = await commands[name]!();
    addCommand(program);
  }
  showHelpCommandAfterError(program, 'patchbay');
  try {
    await program.parseAsync(words, {from: 'user'});
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
    } else {
      const isExpected = EXPECTED_ERRORS.some((kind) => error instanceof kind);
      console.error(isExpected ? `patchbay: ${describeError(error as Error)}` : error);
      process.exitCode = FAILURE;
    }
  }
}

/** Adds the matching help command to usage errors, such as `(see patchbay user create --help)`. */
function showHelpCommandAfterError(command: Command, name: string): void {
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const child of command.commands) showHelpCommandAfterError(child, `${name} ${child.name()}`);
}

/** The commands to load: one, none for the version, or all for help and unknown commands. */
function commandsFor([first = '']: readonly string[]): string[] {
  if (first === '--version') return [];
  return Object.hasOwn(commands, first) ? [first] : Object.keys(commands);
}

/** The message, with its explanation or, for an internal error, the details, which only operators may see. */
function describeError(error: Error): string {
  if (!(error instanceof AppError)) return error.message;
  const more = error.status < 500 ? error.explanation : error.detail;
  return more === '' ? error.message : `${error.message} (${more})`;
}
