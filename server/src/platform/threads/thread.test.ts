import {afterEach, beforeEach, expect, test} from 'vitest';
import type {Order} from '../../../../test/support/thread-entry.ts';
import {isConnectionLost} from '../database/pg-errors.ts';
import {AppError} from '../errors/app-error.ts';
import {startThread, type Thread} from './thread.ts';

const ENTRY = new URL('../../../../test/support/thread-entry.ts', import.meta.url);
const {signal} = new AbortController();

let thread: Thread<Order, unknown>;
let logged: {level: string; details: object; text: string}[];

beforeEach(() => {
  logged = [];
  const note = (level: string) => (details: object, text: string) => void logged.push({level, details, text});
  const log = {info: note('info'), warn: note('warn'), error: note('error')};
  thread = startThread(ENTRY, {setup: {greeting: 'hello'}, log});
});

afterEach(() => thread.end());

async function failureOf(order: Order): Promise<unknown> {
  return thread.call(order, {signal}).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('each call has the result of its own order', async () => {
  const sums = [1, 2, 3].map((n) => thread.call({add: [n, 10]}, {signal}));
  expect(await Promise.all(sums)).toEqual([11, 12, 13]);
});

test('an error for people is one on this side too, with what led to it', async () => {
  const error = await failureOf({fail: 'app'});
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({id: 'some.id', message: 'What to do.', status: 507, detail: 'why'});
  expect((error as Error).cause).toMatchObject({message: 'full', code: 'ENOSPC'});
});

test('a lost database is known as that, whether PostgreSQL said so or the system did', async () => {
  expect(isConnectionLost(await failureOf({fail: 'database'}))).toBe(true);
  expect(isConnectionLost(await failureOf({fail: 'file'}))).toBe(true);
  expect(await failureOf({fail: 'text'})).toMatchObject({message: 'not an error'});
});

test('a call that is given up throws the reason once the thread has stopped, and the thread goes on', async () => {
  const controller = new AbortController();
  const given = thread.call({wait: 'to be given up'}, {signal: controller.signal});
  const other = thread.call({add: [1, 1]}, {signal});
  const reason = new Error('The job was canceled.');
  controller.abort(reason);
  await expect(given).rejects.toBe(reason);
  expect(await other).toBe(2);
  await expect(thread.call({add: [1, 1]}, {signal: controller.signal})).rejects.toBe(reason);
});

test('what the thread has to tell an operator is logged here', async () => {
  await thread.call({say: 'a connection was lost'}, {signal});
  expect(logged).toEqual([
    {level: 'warn', details: {greeting: 'hello', err: new Error('inner')}, text: 'a connection was lost'},
  ]);
});

test('when the thread dies, all that wait for it hear of it, and whoever calls later', async () => {
  const waiting = failureOf({wait: 'to be given up'});
  const words = /ended \(exit code 3\)/;
  expect(await failureOf({die: 'now'})).toMatchObject({message: expect.stringMatching(words)});
  expect(await waiting).toMatchObject({message: expect.stringMatching(words)});
  expect(await failureOf({add: [1, 1]})).toMatchObject({message: expect.stringMatching(words)});
});
