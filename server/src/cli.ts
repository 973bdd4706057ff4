import {runCommand} from './commands/run-command.ts';

// The reader of the output may stop reading, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

await runCommand(process.argv.slice(2));
