// Runs `patchbay` commands one after the other, for `runInHost`.

import {Readable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';
import {runCommand} from '../../server/src/commands/run-command.ts';
import {type CommandRequest, END_OF_OUTPUT} from './command-host.ts';

/** In milliseconds. A command that still keeps something open after this time has failed. */
const MAX_EXIT_MS = 30_000;

process.on('disconnect', () => process.exit());
process.on('message', async ({args, env, input}: CommandRequest) => {
  for (const name of Object.keys(process.env)) if (name.startsWith('PATCHBAY_')) delete process.env[name];
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', {value: Readable.from([input]), configurable: true});
  const openBefore = process.getActiveResourcesInfo();
  await runCommand(args);
  const stillOpen = await waitUntilClosed(openBefore);
  for (const stream of [process.stdout, process.stderr]) stream.write(END_OF_OUTPUT);
  process.send!({code: process.exitCode ?? 0, stillOpen});
  process.exitCode = undefined;
});

/** Waits until a process that only ran the command would exit. After some time, returns what is still open. */
async function waitUntilClosed(openBefore: readonly string[]): Promise<string[]> {
  const deadline = Date.now() + MAX_EXIT_MS;
  for (;;) {
    const open = process.getActiveResourcesInfo();
    for (const name of openBefore) {
      const index = open.indexOf(name);
      if (index !== -1) open.splice(index, 1);
    }
    if (open.length === 0 || Date.now() > deadline) return open;
    await pause(1);
  }
}
