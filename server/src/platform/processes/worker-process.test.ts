import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {afterEach, beforeEach, expect, test} from 'vitest';
import type {Task} from '../../../../test/support/worker-process-entry.ts';
import {isRunning} from '../database/embedded/postmaster.ts';
import {isConnectionLost} from '../database/pg-errors.ts';
import {AppError} from '../errors/app-error.ts';
import {startWorkerProcess, type WorkerProcess} from './worker-process.ts';

const ENTRY = new URL('../../../../test/support/worker-process-entry.ts', import.meta.url);
const {signal} = new AbortController();

let workerProcess: WorkerProcess<Task, unknown>;
let logged: {level: string; details: object; text: string}[];

beforeEach(() => {
  logged = [];
  const note = (level: string) => (details: object, text: string) => void logged.push({level, details, text});
  const log = {info: note('info'), warn: note('warn'), error: note('error')};
  workerProcess = startWorkerProcess(ENTRY, {setup: {greeting: 'hello'}, log});
});

afterEach(() => workerProcess.end());

async function failureOf(task: Task): Promise<unknown> {
  return workerProcess.call(task, {signal}).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('each call returns the result of its task', async () => {
  const sums = [1, 2, 3].map((n) => workerProcess.call({add: [n, 10]}, {signal}));
  expect(await Promise.all(sums)).toEqual([11, 12, 13]);
});

test('an AppError keeps its class, fields and cause', async () => {
  const error = await failureOf({fail: 'app'});
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({id: 'some.id', message: 'What to do.', status: 507, detail: 'why'});
  expect((error as Error).cause).toMatchObject({message: 'full', code: 'ENOSPC'});
});

test('connection errors of PostgreSQL and the system are recognized', async () => {
  expect(isConnectionLost(await failureOf({fail: 'database'}))).toBe(true);
  expect(isConnectionLost(await failureOf({fail: 'file'}))).toBe(true);
  expect(await failureOf({fail: 'text'})).toMatchObject({message: 'not an error'});
});

test('an aborted call throws the reason, and the process keeps running', async () => {
  const controller = new AbortController();
  const aborted = workerProcess.call({wait: 'for abort'}, {signal: controller.signal});
  const other = workerProcess.call({add: [1, 1]}, {signal});
  const reason = new Error('The job was canceled.');
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  expect(await other).toBe(2);
  await expect(workerProcess.call({add: [1, 1]}, {signal: controller.signal})).rejects.toBe(reason);
});

test('log entries of the process are logged here', async () => {
  await workerProcess.call({log: 'a connection was lost'}, {signal});
  expect(logged).toEqual([
    {level: 'warn', details: {greeting: 'hello', err: new Error('inner')}, text: 'a connection was lost'},
  ]);
});

test('pending and later calls fail if the process exits', async () => {
  const waiting = failureOf({wait: 'for abort'});
  const words = /exited \(exit code 3\)/;
  expect(await failureOf({exit: 'now'})).toMatchObject({message: expect.stringMatching(words)});
  expect(await waiting).toMatchObject({message: expect.stringMatching(words)});
  expect(await failureOf({add: [1, 1]})).toMatchObject({message: expect.stringMatching(words)});
});

test('signals to the process group do not stop the process', async () => {
  const pid = (await workerProcess.call({get: 'process id'}, {signal})) as number;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, name);
  expect(await workerProcess.call({add: [1, 1]}, {signal})).toBe(2);
});

test('the process exits with its parent, even if that is killed', async () => {
  const program = `
    import {startWorkerProcess} from ${JSON.stringify(new URL('./worker-process.ts', import.meta.url))};
    const workerProcess = startWorkerProcess(new URL(${JSON.stringify(ENTRY)}), {setup: {}, log: console});
    console.log(await workerProcess.call({get: 'process id'}, {signal: new AbortController().signal}));`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(parent.stdout), 'line');
  expect(isRunning(Number(line))).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(Number(line))).toBe(false);
});
