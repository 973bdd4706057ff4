import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import pg from 'pg';
import {AppError} from '../../server/src/platform/errors/app-error.ts';
import {serveCalls} from '../../server/src/platform/processes/serve-calls.ts';

/** The tasks for the process in `worker-process.test.ts`. */
export type Task =
  | {add: [number, number]}
  | {wait: 'for abort'}
  | {fail: 'app' | 'database' | 'file' | 'text'}
  | {log: string}
  | {get: 'process id'}
  | {exit: 'now'};

serveCalls((setup: {greeting: string}, log) => ({
  async run(task: Task, {signal}): Promise<unknown> {
    if ('add' in task) return task.add[0] + task.add[1];
    if ('wait' in task) {
      await once(signal, 'abort');
      // Simulates cleanup.
      await wait(1);
      throw new Error('aborted');
    }
    if ('log' in task) {
      log.warn({greeting: setup.greeting, err: new Error('inner')}, task.log);
      return undefined;
    }
    if ('get' in task) return process.pid;
    if ('exit' in task) process.exit(3);
    if (task.fail === 'app') {
      const cause = Object.assign(new Error('full'), {code: 'ENOSPC'});
      throw new AppError({id: 'some.id', message: 'What to do.', status: 507, detail: 'why', cause});
    }
    if (task.fail === 'database') {
      throw Object.assign(new pg.DatabaseError('ending', 6, 'error'), {code: '57P01', severity: 'FATAL'});
    }
    if (task.fail === 'file')
      throw Object.assign(new Error('no socket'), {code: 'ENOENT', syscall: 'connect'});
    throw 'not an error';
  },
  async close() {},
}));
