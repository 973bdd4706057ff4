import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {compileSql, isSqlFragment, type SqlFragment, sql} from './sql.ts';

describe('sql', () => {
  test('numbers values in the order of the text', () => {
    expect(compileSql(sql`select * from posts where id = ${'a'} and createat > ${5}`)).toEqual({
      text: 'select * from posts where id = $1 and createat > $2',
      values: ['a', 5],
    });
  });

  test('inserts nested fragments with their values', () => {
    const inner = sql`b = ${2} or ${sql`c = ${3}`}`;
    expect(compileSql(sql`select ${1}, (${inner}) and d = ${4}`)).toEqual({
      text: 'select $1, (b = $2 or c = $3) and d = $4',
      values: [1, 2, 3, 4],
    });
  });

  test('joins values and fragments with a comma or another separator', () => {
    expect(compileSql(sql`in (${sql.join([1, 2, 3])})`)).toEqual({
      text: 'in ($1, $2, $3)',
      values: [1, 2, 3],
    });
    expect(compileSql(sql.join([sql`a = ${1}`, sql`b = ${2}`], sql` and `))).toEqual({
      text: 'a = $1 and b = $2',
      values: [1, 2],
    });
    expect(compileSql(sql.join([]))).toEqual({text: '', values: []});
  });

  test('adds nothing for the empty fragment', () => {
    expect(compileSql(sql`select 1${sql.empty}`)).toEqual({text: 'select 1', values: []});
  });

  test('passes null, arrays and objects as values', () => {
    const values = [null, ['a'], {text: 'drop table posts', values: []}];
    expect(compileSql(sql`${values[0]} ${values[1]} ${values[2]}`)).toEqual({text: '$1 $2 $3', values});
  });

  test('quotes identifiers and rejects invalid ones', () => {
    expect(compileSql(sql`order by ${sql.identifier('createat')}`).text).toBe('order by "createat"');
    for (const name of ['', 'CreateAt', 'a b', '1a', 'a"; drop table posts', 'a\n', 'é']) {
      expect(() => sql.identifier(name)).toThrow(/cannot name a column/);
    }
  });

  test('rejects undefined and says where', () => {
    expect(() => sql`where id = ${undefined}`).toThrow('A value after "where id = " is undefined');
  });

  test('never treats parsed JSON as a fragment or puts values into the text', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, text) => {
        const foreign: unknown = JSON.parse(json);
        expect(isSqlFragment(foreign)).toBe(false);
        expect(compileSql(sql`a ${foreign} b ${text} c`)).toEqual({
          text: 'a $1 b $2 c',
          values: [foreign, text],
        });
      }),
    );
  });

  test('numbers parameters without gaps at any nesting depth', () => {
    const fragment: fc.Arbitrary<SqlFragment> = fc.letrec<{fragment: SqlFragment}>((tie) => ({
      fragment: fc.oneof(
        {depthSize: 'small', withCrossShrink: true},
        fc.integer().map((value) => sql`x = ${value}`),
        fc.constant(sql.empty),
        fc.array(tie('fragment'), {maxLength: 4}).map((items) => sql`(${sql.join(items)})`),
      ),
    })).fragment;
    fc.assert(
      fc.property(fragment, (composed) => {
        const {text, values = []} = compileSql(composed);
        expect([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))).toEqual(
          values.map((_, index) => index + 1),
        );
      }),
    );
  });
});
