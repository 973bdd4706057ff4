import {Command, CommanderError} from 'commander';
import {addBotCommands} from './commands/bot.ts';
import {CommandFailure} from './commands/command-failure.ts';
import {addComplianceCommands} from './commands/compliance.ts';
import {addConfigCommands} from './commands/config.ts';
import {addDatabaseCommands} from './commands/db.ts';
import {addExportCommands} from './commands/export.ts';
import {addImportCommands} from './commands/import.ts';
import {addSampleDataCommand} from './commands/sampledata.ts';
import {addServeCommand} from './commands/serve.ts';
import {addTokenCommands} from './commands/token.ts';
import {addUserCommands} from './commands/user.ts';
import {addVersionCommand} from './commands/version.ts';
import {ConfigError} from './platform/config/problems.ts';
import {DatabaseUnavailable} from './platform/database/database-unavailable.ts';
import {AppError} from './platform/errors/app-error.ts';
import {PRODUCT_VERSION} from './version.ts';

const USAGE_ERROR = 2;
const FAILURE = 1;

const program = new Command('patchbay')
  .description('Patchbay: a self-hosted team-messaging server whose strength is everything that plugs in.')
  .version(PRODUCT_VERSION, '--version', 'print the version')
  .showHelpAfterError('(see patchbay --help)')
  .exitOverride();

addServeCommand(program);
addUserCommands(program);
addTokenCommands(program);
addBotCommands(program);
addConfigCommands(program);
addDatabaseCommands(program);
addImportCommands(program);
addComplianceCommands(program);
addExportCommands(program);
addSampleDataCommand(program);
addVersionCommand(program);

// Whoever reads our output may stop reading, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// The specification's flag has one dash, which no option parser of today takes for a word.
const words = process.argv.slice(2).map((word) => (word === '-version' ? '--version' : word));

try {
  await program.parseAsync(words, {from: 'user'});
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    // One clear line for what a person can act on; for a fault of ours the whole trace.
    const expected = [AppError, ConfigError, DatabaseUnavailable, CommandFailure];
    console.error(
      expected.some((kind) => error instanceof kind) ? `patchbay: ${(error as Error).message}` : error,
    );
    process.exitCode = FAILURE;
  }
}
