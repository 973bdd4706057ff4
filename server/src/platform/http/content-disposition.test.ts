import fc from 'fast-check';
import {expect, test} from 'vitest';
import {contentDisposition} from './content-disposition.ts';

test.each([
  ['plan.txt', `attachment; filename="plan.txt"; filename*=UTF-8''plan.txt`],
  ['Plän.txt', `attachment; filename="Pl_n.txt"; filename*=UTF-8''Pl%C3%A4n.txt`],
  [
    'a"; filename="b.exe',
    `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`,
  ],
  [
    'a\r\nSet-Cookie: x=1',
    `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`,
  ],
])('%j', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header);
});

test('no name can break out of the header, and clients can read it back', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary', maxLength: 300}), (name) => {
      const header = contentDisposition('inline', name);
      const [, ascii, encoded] = /^inline; filename="([^"\\]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(
        header,
      )!;
      expect(ascii).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeURIComponent(encoded!)).toBe(name.toWellFormed());
    }),
  );
});
