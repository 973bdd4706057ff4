import Type from 'typebox';
import {expect, test} from 'vitest';
import {AppError} from '../../platform/errors/app-error.ts';
import {flag, integer, type JobPayload, readData, text, writeValues} from './payload.ts';

const COPYING = {
  data: {from: text, limit: integer, strict: Type.Optional(flag)},
  progress: {line: integer, done: flag},
  result: {},
} satisfies JobPayload;

test('values are stored as strings and parsed when read', () => {
  const data = {from: 'a', limit: -5, strict: true};
  const stored = writeValues(COPYING.data, data);
  expect(stored).toEqual({from: 'a', limit: '-5', strict: 'true'});
  expect(readData(COPYING, stored)).toEqual(data);
});

test('a resumed job has the progress that it recorded', () => {
  const progress = writeValues(COPYING.progress, {line: 7, done: undefined});
  expect(progress).toEqual({line: '7'});
  expect(readData(COPYING, {from: 'a', limit: '1', ...progress})).toEqual({from: 'a', limit: 1, line: 7});
});

test.each([
  ['lacks a value', {from: 'a'}, /limit/],
  ['has a value of another type', {from: 'a', limit: 'many'}, /limit/],
  ['recorded a value of another type', {from: 'a', limit: '1', done: 'perhaps'}, /done/],
])('a stored payload that %s is rejected', (_name, stored, words) => {
  expect(() => readData(COPYING, stored as Record<string, string>)).toThrow(words);
  expect(() => readData(COPYING, stored as Record<string, string>)).toThrow(AppError);
});

test('an undeclared value is not recorded', () => {
  const values = {line: 7, column: 3};
  expect(() => writeValues(COPYING.progress, values)).toThrow('declares no column');
});
