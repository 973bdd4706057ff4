/* The server responds to input that isn't HTTP or never becomes a request, or closes the connection, and keeps
   running. */

import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../support/test-server.ts';

let server: TestServer;
let address: URL;
beforeAll(async () => {
  server = await createTestServer();
  // Short timeouts, so that tests do not wait for slow clients.
  Object.assign(server.app.server, {headersTimeout: 100, connectionsCheckingInterval: 20});
  address = new URL(await server.listen());
});
afterAll(() => server.close());

/** Sends these chunks, and returns everything received until the server closes the connection. */
async function answerTo(...chunks: (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(address.port), address.hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  // The server may respond before everything has been sent.
  socket.on('error', () => {});
  for (const chunk of chunks) socket.write(chunk);
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

const HOST = 'Host: localhost\r\n';

test.each([
  ['no HTTP at all', '\u0016\u0003\u0001\u0000\u0000hello\r\n\r\n', 400],
  ['an unknown method', `FROB /api/v4/users HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400],
  ['a U+0000 in a header', `GET / HTTP/1.1\r\n${HOST}X-A: a\u0000b\r\n\r\n`, 400],
  ['two lengths', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a negative length', `POST / HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, 400],
  [
    'both a length and chunks',
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'chunks without a size',
    `POST /api/v4/users HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
  ],
  ['a header of a megabyte', `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(1 << 20)}\r\n\r\n`, 431],
  ['a flood of headers', `GET / HTTP/1.1\r\n${HOST}${'A: b\r\n'.repeat(100_000)}\r\n`, 431],
  ['a URL of a megabyte', `GET /${'a'.repeat(1 << 20)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ['headers that never end', `GET / HTTP/1.1\r\n${HOST}X-A: a\r\n`, 408],
])('%s', async (_what, sent, status) => {
  const [head, body] = (await answerTo(sent)).split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^Content-Type: application\/json$/im);
  expect(JSON.parse(body)).toMatchObject({
    id: expect.stringMatching(/./),
    message: expect.stringMatching(/./),
    request_id: /^X-Request-Id: (\w+)/im.exec(head)?.[1],
    status_code: status,
  });
  expect((await fetch(new URL('/api/v4/system/ping', address))).status).toBe(200);
});

test('silent connections are closed', async () => {
  const answers = await Promise.all(Array.from({length: 200}, () => answerTo('G')));
  expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
  expect((await fetch(new URL('/api/v4/system/ping', address))).status).toBe(200);
});

test('a connection that breaks in the middle of a body does not affect others', async () => {
  const socket = connect(Number(address.port), address.hostname);
  const head = `POST /api/v4/users HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{`;
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect((await fetch(new URL('/api/v4/system/ping', address))).status).toBe(200);
});

test('a client that does not read its response is disconnected', async () => {
  const patient = await createTestServer({settings: {ServiceSettings: {WriteTimeout: 1}}});
  const url = new URL(await patient.listen());
  const {admin} = patient;
  const team = await patient.features.teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, admin.id);
  const {id: channelId} = await patient.features.channels.byName(team.id, 'town-square');
  // More than fits into the buffers of both ends.
  const content = Buffer.alloc(40_000_000);
  const {body} = await admin.post(`/files?channel_id=${channelId}&filename=big.bin`, content, {
    'content-type': 'application/octet-stream',
  });
  const socket = connect(Number(url.port), url.hostname);
  socket.pause();
  socket.write(
    `GET /api/v4/files/${body.file_infos[0].id} HTTP/1.1\r\n${HOST}Authorization: Bearer ${admin.token}\r\n\r\n`,
  );
  const [served] = (await once(patient.app.server, 'connection')) as [Socket];
  await once(served, 'close');
  expect(served.bytesWritten).toBeLessThan(content.length);
  socket.destroy();
  await patient.close();
});
