import {expect, it} from 'vitest';
import {parseListenAddress} from './listen-address.ts';

it.each([
  ['127.0.0.1:8065', {host: '127.0.0.1', port: 8065}],
  ['localhost:0', {host: 'localhost', port: 0}],
  [':8065', {host: '', port: 8065}],
  ['[::1]:443', {host: '::1', port: 443}],
])('parses %s', (address, parts) => {
  expect(parseListenAddress(address)).toEqual(parts);
});

it.each([
  '',
  '8065',
  'localhost',
  'localhost:',
  '::1:8065',
  'localhost:65536',
  'http://localhost:8065',
  'a b:1',
])('rejects %j', (address) => {
  expect(parseListenAddress(address)).toBeUndefined();
});
