import pg from 'pg';
import {expect, test} from 'vitest';
import {AppError} from '../../../platform/errors/app-error.ts';
import {problemOf} from './failures.ts';

const appError = (status: number, cause?: unknown) =>
  new AppError({id: 'x', message: 'What was wrong.', status, cause});
const ofSystem = (message: string, code: string) =>
  Object.assign(new Error(message), {code, syscall: 'write'});
const ofDatabase = (message: string, code: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), {code});

test.each([
  ['a full file store', appError(507), 'The disk of the file store is full. Make room on it.'],
  ['a refusal', appError(400), 'What was wrong.'],
  ['a refusal with its cause', appError(400, new Error('inner')), 'What was wrong.'],
  ['a file store that fails', appError(500, ofSystem('EIO', 'EIO')), 'The file store failed: EIO.'],
  [
    'a full database',
    ofDatabase('could not extend', '53100'),
    'The disk of the database is full. Make room on it.',
  ],
  ['a lost database', ofDatabase('terminating', '57P01'), 'The database went away: terminating.'],
  ['an error of the system', ofSystem('EACCES: permission denied', 'EACCES'), 'EACCES: permission denied.'],
])('%s is told in words', (_, error, words) => {
  expect(problemOf(error)).toBe(words);
});

test.each([new TypeError('x is undefined'), ofDatabase('syntax error', '42601'), 'text'])(
  'a fault of ours stays what it is: %s',
  (error) => {
    expect(() => problemOf(error)).toThrow(error as Error);
  },
);
