import {runCommand} from './commands/run-command.ts';

// Exits quietly if the reader of the output, such as `head`, stops reading.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

await runCommand(process.argv.slice(2));
