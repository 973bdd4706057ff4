import fc from 'fast-check';
import {expect, test} from 'vitest';
import {safeEntryName} from './zip-entry-name.ts';

test.each([
  ['plan.txt', 'plan.txt'],
  ['../../etc/passwd', '__.._etc_passwd'],
  ['a:b\\c', 'a_b_c'],
  ['invoice\u202egnp.exe', 'invoice_gnp.exe'],
  ['a\r\nb', 'a__b'],
])('%j becomes %j', (name, safe) => {
  expect(safeEntryName(name)).toBe(safe);
});

test('every file system can store the name, and its end is kept', () => {
  for (const character of ['x', 'é', '漢', '🎉']) {
    const safe = safeEntryName(`${character.repeat(250)}.txt`);
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180);
    expect(Buffer.byteLength(safe)).toBeGreaterThan(170);
    expect(safe).toMatch(new RegExp(`^(${character})+\\.txt$`, 'u'));
  }
  fc.assert(
    fc.property(fc.string({unit: 'binary', maxLength: 400}), (name) => {
      const safe = safeEntryName(name);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180);
      expect(safe.isWellFormed()).toBe(true);
      expect(safe).not.toMatch(/[\p{Cc}/\\]|^\./u);
    }),
  );
});
