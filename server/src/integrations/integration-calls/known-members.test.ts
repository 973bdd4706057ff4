import Type from 'typebox';
import {expect, test} from 'vitest';
import {pickFields} from './known-members.ts';

const Answer = Type.Object({
  text: Type.String(),
  flag: Type.Boolean(),
  list: Type.Array(Type.Unknown()),
  map: Type.Record(Type.String(), Type.Unknown()),
});

test('keeps the fields of the schema', () => {
  const answer = {text: '', flag: false, list: [null], map: {a: 1}};
  expect(pickFields(Answer, {...answer, other: 1})).toEqual(answer);
});

test.each([
  [{text: 5, flag: 1, list: {}, map: []}],
  [{text: null, flag: 'true', list: 'x', map: 'x'}],
  [{text: true, flag: null, list: null, map: null}],
  [null],
  ['text'],
  [[{text: 'a'}]],
])('%j has no valid fields: values are not converted', (value) => {
  expect(pickFields(Answer, value)).toEqual({});
});
