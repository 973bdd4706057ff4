import {Command, CommanderError} from 'commander';
import {CommandError} from './commands/command-error.ts';
import {commands} from './commands/commands.ts';
import {ClusterError} from './platform/cluster/cluster-error.ts';
import {ConfigError} from './platform/config/config-error.ts';
import {DatabaseUnavailableError} from './platform/database/database-unavailable-error.ts';
import {AppError} from './platform/errors/app-error.ts';
import {InUseError} from './platform/exclusive-use/in-use.ts';
import {SecretKeysError} from './platform/secrets/key-ring.ts';
import {PRODUCT_VERSION} from './version.ts';

const USAGE_ERROR = 2;
const FAILURE = 1;

const program = new Command('patchbay')
  .description('Patchbay: a self-hosted team-messaging server built around integrations.')
  .version(PRODUCT_VERSION, '--version', 'print the version')
  .showHelpAfterError('(see patchbay --help)')
  .exitOverride();

// The reader of our output may stop reading, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// `-version` has one dash (docs/specification.md#command-line), which option parsers don't read as one word.
const words = process.argv.slice(2).map((word) => (word === '-version' ? '--version' : word));

/** The commands to load: one, none for the version, or all for help and unknown commands. */
function commandsFor([first = '']: readonly string[]): string[] {
  if (first === '--version') return [];
  return Object.hasOwn(commands, first) ? [first] : Object.keys(commands);
}

for (const name of commandsFor(words)) {
  const addCommand = await commands[name]!();
  addCommand(program);
}

try {
  await program.parseAsync(words, {from: 'user'});
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    // Expected errors are one line; bugs print the stack trace.
    const expected = [
      AppError,
      ConfigError,
      DatabaseUnavailableError,
      InUseError,
      SecretKeysError,
      ClusterError,
      CommandError,
    ];
    console.error(
      expected.some((kind) => error instanceof kind) ? `patchbay: ${describeError(error as Error)}` : error,
    );
    process.exitCode = FAILURE;
  }
}

/** The message, and what operators should know about a failure of the server's own parts. */
function describeError(error: Error): string {
  if (!(error instanceof AppError) || error.status < 500 || error.detail === '') return error.message;
  return `${error.message} (${error.detail})`;
}
