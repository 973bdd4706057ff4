import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import pg from 'pg';
import {AppError} from '../../server/src/platform/errors/app-error.ts';
import {serveCalls} from '../../server/src/platform/processes/serve-calls.ts';

/** What the process of `worker-process.test.ts` can be asked for. */
export type Order =
  | {add: [number, number]}
  | {wait: 'to be given up'}
  | {fail: 'app' | 'database' | 'file' | 'text'}
  | {say: string}
  | {tell: 'process id'}
  | {die: 'now'};

serveCalls((setup: {greeting: string}, log) => ({
  async work(order: Order, {signal}): Promise<unknown> {
    if ('add' in order) return order.add[0] + order.add[1];
    if ('wait' in order) {
      await once(signal, 'abort');
      // It puts something away first.
      await wait(1);
      throw new Error('given up');
    }
    if ('say' in order) {
      log.warn({greeting: setup.greeting, err: new Error('inner')}, order.say);
      return undefined;
    }
    if ('tell' in order) return process.pid;
    if ('die' in order) process.exit(3);
    if (order.fail === 'app') {
      const cause = Object.assign(new Error('full'), {code: 'ENOSPC'});
      throw new AppError({id: 'some.id', message: 'What to do.', status: 507, detail: 'why', cause});
    }
    if (order.fail === 'database') {
      throw Object.assign(new pg.DatabaseError('ending', 6, 'error'), {code: '57P01', severity: 'FATAL'});
    }
    if (order.fail === 'file')
      throw Object.assign(new Error('no socket'), {code: 'ENOENT', syscall: 'connect'});
    throw 'not an error';
  },
  async close() {},
}));
