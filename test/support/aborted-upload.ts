import {readdir, stat} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {expect} from 'vitest';
import {directories} from '../../server/src/platform/config/directories.ts';
import type {Person, TestServer} from './test-server.ts';

/**
 * Sends `part` as the start of an upload of `total` bytes, and drops the connection as soon as the server at
 * `address` has received it. Resolves when the server has noticed.
 */
export async function abortUpload(
  {platform}: TestServer,
  address: string,
  person: Person,
  {id, part, total}: {id: string; part: Buffer; total: number},
): Promise<void> {
  const incoming = join(directories(platform.config).files, '.incoming');
  async function arrived(): Promise<number> {
    const names = await readdir(incoming).catch(() => []);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(incoming, name))).size));
    return Math.max(0, ...sizes);
  }
  const {port, hostname} = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v4/uploads/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n` +
      `Content-Type: application/octet-stream\r\nContent-Length: ${total}\r\n\r\n`,
  );
  socket.write(part);
  await expect.poll(arrived).toBe(part.length);
  socket.end();
  const offset = async () => (await person.get(`/uploads/${id}`)).body.file_offset;
  await expect.poll(offset).toBe(part.length);
}
