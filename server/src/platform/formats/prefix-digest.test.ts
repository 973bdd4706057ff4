import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createPrefixDigest} from './prefix-digest.ts';

test('the digest at a position is the SHA-256 of the bytes before it', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({maxLength: 20})), fc.array(fc.nat()), (chunks, places) => {
      const whole = Buffer.concat(chunks);
      const digest = createPrefixDigest();
      for (const chunk of chunks) digest.add(chunk);
      for (const bytes of places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b)) {
        expect(digest.at(bytes)).toBe(createHash('sha256').update(whole.subarray(0, bytes)).digest('hex'));
      }
    }),
  );
});

test('positions after the added bytes or before the last digest are rejected', () => {
  const digest = createPrefixDigest();
  digest.add(Buffer.from('abc'));
  digest.at(2);
  expect(() => digest.at(4)).toThrow('only 3');
  expect(() => digest.at(1)).toThrow('3 are hashed');
});
