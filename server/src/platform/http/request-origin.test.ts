import type {IncomingMessage} from 'node:http';
import {expect, test} from 'vitest';
import {isOwnOrigin} from './request-origin.ts';

const from = (origin: string | undefined, host = 'chat.example.com') =>
  ({headers: {host, ...(origin === undefined ? {} : {origin})}}) as IncomingMessage;

test.each([
  ['a program without an origin', from(undefined), true],
  ['the page of the same host', from('https://chat.example.com'), true],
  ['the same host and port', from('http://localhost:8065', 'localhost:8065'), true],
  ['another port', from('http://localhost:9000', 'localhost:8065'), false],
  [
    'the page at SiteURL behind a proxy that changes Host',
    from('https://patchbay.example.org', '10.0.0.7:8065'),
    true,
  ],
  ['another page', from('https://evil.example'), false],
  ['a page whose host starts with ours', from('https://chat.example.com.evil.example'), false],
  ['a sandboxed page', from('null'), false],
])('a socket from %s', (_name, request, own) => {
  expect(isOwnOrigin(request, 'https://patchbay.example.org/sub')).toBe(own);
});
