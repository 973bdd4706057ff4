import type {Command} from 'commander';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the server')
    .action(async () => {
      const {runServer} = await import('./run-server.ts');
      await runServer();
    });
}
