import pg from 'pg';
import {expect, test} from 'vitest';
import {AppError} from '../../../platform/errors/app-error.ts';
import {describeFailure} from './failures.ts';

const appError = (status: number, cause?: unknown) =>
  new AppError({id: 'x', message: 'What was wrong.', status, cause});
const systemError = (message: string, code: string) =>
  Object.assign(new Error(message), {code, syscall: 'write'});
const databaseError = (message: string, code: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), {code});

test.each([
  [
    'a full file store',
    appError(507),
    'The disk of the file store is full. Free some space and run the import again.',
  ],
  ['an application error', appError(400), 'What was wrong.'],
  ['an application error with its cause', appError(400, new Error('inner')), 'What was wrong.'],
  ['a file store that fails', appError(500, systemError('EIO', 'EIO')), 'The file store failed: EIO.'],
  [
    'a full database',
    databaseError('could not extend', '53100'),
    'The disk of the database is full. Free some space and run the import again.',
  ],
  [
    'a lost connection',
    databaseError('terminating', '57P01'),
    'The connection to the database was lost: terminating.',
  ],
  ['a system error', systemError('EACCES: permission denied', 'EACCES'), 'EACCES: permission denied.'],
])('%s is described in plain text', (_, error, text) => {
  expect(describeFailure(error)).toBe(text);
});

test.each([new TypeError('x is undefined'), databaseError('syntax error', '42601'), 'text'])(
  'a bug is thrown unchanged: %s',
  (error) => {
    expect(() => describeFailure(error)).toThrow(error as Error);
  },
);
