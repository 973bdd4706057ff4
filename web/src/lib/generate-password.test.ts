import {expect, test} from 'vitest';
import {generatePassword} from './generate-password.ts';

test('a generated password has each kind of character, and the required length', () => {
  const passwords = Array.from({length: 200}, () => generatePassword(8));
  for (const password of passwords) {
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!#%+:=?@])[\w!#%+:=?@]{16}$/);
  }
  expect(new Set(passwords).size).toBe(passwords.length);
  expect(generatePassword(40)).toHaveLength(40);
});
