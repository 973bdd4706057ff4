import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {picture} from '../../../../test/support/pictures.ts';
import {mediaTypeOf} from './media-types.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const ZIP = bytes('PK\x03\x04\x14\0\0\0\0\0');

describe('content takes precedence over the extension', () => {
  test.each(['png', 'jpg', 'html', 'exe', 'svg', ''])('a PNG called x.%s is a PNG', async (extension) => {
    expect(await mediaTypeOf(await picture(3, 3), extension)).toBe('image/png');
  });

  test.each([
    ['<script>alert(1)</script>', 'png', 'text/plain'],
    ['<html></html>', 'jpg', 'text/plain'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'gif', 'text/plain'],
    ['\x01\x02\x03\xff\xfe', 'png', 'application/octet-stream'],
    ['\x01\x02\x03\xff\xfe', 'txt', 'application/octet-stream'],
    ['MZ\x90\0\x03\0\0\0', 'pdf', 'application/x-msdownload'],
    ['%PDF-1.7\n', 'txt', 'application/pdf'],
  ])('%j called x.%s is %s', async (content, extension, type) => {
    expect(await mediaTypeOf(bytes(content), extension)).toBe(type);
  });
});

describe('the extension refines ambiguous content', () => {
  test.each([
    ['a,b\n1,2\n', 'csv', 'text/csv'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg', 'image/svg+xml'],
    ['<?xml version="1.0"?><svg/>', 'svg', 'image/svg+xml'],
    ['<?xml version="1.0"?><a/>', 'xml', 'application/xml'],
    ['<p>', 'html', 'text/html'],
    ['{}', 'json', 'application/json'],
    ['no extension', '', 'text/plain'],
    ['an unknown one', 'zzz', 'text/plain'],
    ['', 'txt', 'text/plain'],
  ])('%j called x.%s is %s', async (content, extension, type) => {
    expect(await mediaTypeOf(bytes(content), extension)).toBe(type);
  });

  test.each([
    ['weba', 'audio/webm'],
    ['webm', 'video/webm'],
  ])('a WebM file called x.%s is %s', async (extension, type) => {
    const webm = bytes('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87\x81\x04');
    expect(await mediaTypeOf(webm, extension)).toBe(type);
  });

  test.each([
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['zip', 'application/zip'],
    ['png', 'application/zip'],
  ])('a zip called x.%s is %s', async (extension, type) => {
    expect(await mediaTypeOf(ZIP, extension)).toBe(type);
  });
});

test('text in any script is text, even if it is cut off within a character', async () => {
  const text = Buffer.from('日本語のテキスト');
  for (let end = text.length - 3; end <= text.length; end++) {
    expect(await mediaTypeOf(text.subarray(0, end), 'txt')).toBe('text/plain');
  }
});

test('any bytes with any extension have a type', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({maxLength: 300}),
      fc.string({maxLength: 12}),
      async (content, extension) => {
        expect(await mediaTypeOf(content, extension)).toMatch(/^[a-z]+\/[\w.+-]+$/);
      },
    ),
  );
});
