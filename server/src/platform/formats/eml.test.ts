import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import {expect, test} from 'vitest';
import {type EmlMessage, emlStream} from './eml.ts';

const message = (): EmlMessage => ({
  from: 'ann@example.com',
  to: ['bob@example.com', 'cat@example.com'],
  subject: 'Überschrift\r\nBcc: evil@example.com',
  date: new Date(0),
  identity: 'one',
  headers: {'X-Channel': 'Town\r\nX-Evil: yes'},
  text: 'text',
  html: '<p>🎉 text</p>',
  attachments: [
    {name: 'a\r\nX-Evil: yes.txt', mediaType: 'text/plain', content: Readable.from([Buffer.from('content')])},
  ],
});

test('a header is always one line', async () => {
  const email = await PostalMime.parse(await buffer(emlStream(message())));
  expect(email.subject).toBe('Überschrift Bcc: evil@example.com');
  expect(email.headers.map(({key}) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
  expect(email.bcc).toBeUndefined();
  expect(email.html).toContain('<p>🎉 text</p>');
  expect(email.attachments[0]!.filename).toContain('.txt');
});

test('the same message produces the same bytes', async () => {
  expect((await buffer(emlStream(message()))).equals(await buffer(emlStream(message())))).toBe(true);
});

test('lines end with CRLF, and header names keep their case', async () => {
  const text = (await buffer(emlStream({...message(), text: 'one\ntwo\r\nthree'}))).toString();
  expect(text).not.toMatch(/[^\r]\n/);
  expect(text).toMatch(/^X-Channel: Town/m);
});

test.each([
  ['text/html', 'text/html'],
  ['image/svg+xml', 'image/svg+xml'],
  ['message/rfc822', 'application/octet-stream'],
  ['Multipart/related', 'application/octet-stream'],
  ['image/png\r\nX-Evil: yes', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('a file of the type %j keeps its bytes', async (mediaType, expected) => {
  const content = Buffer.from(`Subject: hi\n\n\xff\0.\r.\nFrom x\n${'a'.repeat(1200)}\n`, 'latin1');
  const attachments = [{name: 'hi.eml', mediaType, content: Readable.from([content])}];
  const email = await PostalMime.parse(await buffer(emlStream({...message(), attachments})));
  expect(email.attachments).toMatchObject([{filename: 'hi.eml', mimeType: expected}]);
  expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).equals(content)).toBe(true);
});
