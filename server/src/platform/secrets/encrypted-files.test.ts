import {randomBytes} from 'node:crypto';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {beforeAll, describe, expect, test} from 'vitest';
import {encrypt, isEncrypted, openEncrypted} from './encrypted-files.ts';

const HEADER = 77;
const SEALED = 64 * 1024 + 16;
/** The offset of the cost in the header. */
const COST_AT = 21;
/** A cost that makes deriving the keys fast. */
const CHEAP = 4;

async function encrypted(content: Buffer, pieces = [content]): Promise<Buffer> {
  async function* source() {
    yield* pieces;
  }
  return Buffer.concat(await Array.fromAsync(encrypt(source(), 'correct horse', CHEAP)));
}

async function decrypted(bytes: Buffer, passphrase = 'correct horse', start = 0, end?: number) {
  const read = (from: number, to: number) => Readable.from([bytes.subarray(from, to)], {objectMode: false});
  const opened = await openEncrypted({size: bytes.length, read}, passphrase);
  return buffer(opened.read(start, end ?? opened.size));
}

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('%d bytes can be decrypted', async (size) => {
  const content = randomBytes(size);
  const bytes = await encrypted(content);
  expect(isEncrypted(bytes)).toBe(true);
  expect((await decrypted(bytes)).equals(content)).toBe(true);
});

test('guessing the passphrase is expensive', async () => {
  const content = Buffer.from('the plan');
  const bytes = Buffer.concat(await Array.fromAsync(encrypt(Readable.from([content]), 'correct horse')));
  expect(bytes[COST_AT]).toBe(15);
  expect(await decrypted(bytes)).toEqual(content);
});

test('any range can be read', async () => {
  const content = randomBytes(300_000);
  const pieces = [0, 1, 70_000, 70_000, 240_000].map((at, index, all) =>
    content.subarray(at, all[index + 1] ?? content.length),
  );
  const bytes = await encrypted(content, pieces);
  for (const [start, end] of [
    [0, 10],
    [65_530, 65_540],
    [65_536, 131_072],
    [1, 299_999],
  ] as const) {
    expect((await decrypted(bytes, undefined, start, end)).equals(content.subarray(start, end))).toBe(true);
  }
});

test('the same content is encrypted differently each time', async () => {
  const content = Buffer.from('the plan '.repeat(100));
  const [one, other] = [await encrypted(content), await encrypted(content)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('the plan')).toBe(false);
});

test('a wrong passphrase has its own error', async () => {
  const bytes = await encrypted(Buffer.from('secret'));
  await expect(decrypted(bytes, 'wrong horse')).rejects.toThrow('The passphrase is wrong');
});

describe('tampering is detected', () => {
  const content = randomBytes(4 * 65_536 + 100);
  const cases: [string, (bytes: Buffer) => Buffer][] = [
    ['a byte changed', (bytes) => flip(bytes, HEADER + 70_000)],
    ['the salt changed', (bytes) => flip(bytes, 25)],
    ['the last byte changed', (bytes) => flip(bytes, bytes.length - 1)],
    ['truncated within a chunk', (bytes) => bytes.subarray(0, -40)],
    ['truncated between two chunks', (bytes) => bytes.subarray(0, HEADER + 3 * SEALED)],
    ['truncated after the header', (bytes) => bytes.subarray(0, HEADER)],
    ['truncated in the header', (bytes) => bytes.subarray(0, 40)],
    [
      'a chunk removed',
      (bytes) => Buffer.concat([bytes.subarray(0, HEADER + SEALED), bytes.subarray(HEADER + 2 * SEALED)]),
    ],
    [
      'two chunks swapped',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, HEADER),
          bytes.subarray(HEADER + SEALED, HEADER + 2 * SEALED),
          bytes.subarray(HEADER, HEADER + SEALED),
          bytes.subarray(HEADER + 2 * SEALED),
        ]),
    ],
    ['bytes added', (bytes) => Buffer.concat([bytes, Buffer.alloc(10)])],
  ];
  let original: Buffer;
  beforeAll(async () => {
    original = await encrypted(content);
  });
  test.each(cases)('%s', async (_, change) => {
    await expect(decrypted(change(original))).rejects.toThrow(/was changed|truncated|header|passphrase/);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
}
