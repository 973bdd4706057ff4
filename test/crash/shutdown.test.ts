import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {type IncomingMessage, request} from 'node:http';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {json} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commandLine} from '../support/command-line.ts';
import {openSocket} from '../support/socket-client.ts';

let dataDirectory: string;
let patchbay: ReturnType<typeof commandLine>;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'patchbay-test-'));
  patchbay = commandLine(dataDirectory, {PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0'});
});
afterAll(() => rm(dataDirectory, {recursive: true, force: true}));

async function createAccount(): Promise<string> {
  const account = ['--username', 'ann', '--email', 'ann@example.com', '--password', 'a long enough password'];
  expect((await patchbay.run(['user', 'create', ...account])).code).toBe(0);
  return (await patchbay.run(['token', 'create', 'ann', '--description', 'test'])).stdout.trim();
}

test('on SIGTERM, the server responds to pending requests, closes other connections, and sets users offline', async () => {
  const server = await patchbay.serve();
  const token = await createAccount();
  const authorization = `Bearer ${token}`;
  const client = await openSocket(server.address, {token});
  await client.next('hello');

  // The server receives the start of this request before the signal, and the rest after it.
  const body = JSON.stringify(['ann']);
  const upload = request(`${server.address}/api/v4/users/usernames`, {
    method: 'POST',
    headers: {authorization, 'content-length': body.length, expect: '100-continue'},
  });
  const response = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.flushHeaders();
  await once(upload, 'continue');
  // Browsers keep spare connections without a request.
  const {hostname, port} = new URL(server.address);
  const spare = connect(Number(port), hostname);
  const begun = connect(Number(port), hostname);
  await Promise.all([once(spare, 'connect'), once(begun, 'connect')]);
  begun.write('GET / HTTP/1.1\r\n');
  for (const socket of [spare, begun]) socket.on('error', () => {});
  const stopped = server.stop();
  expect(await client.closed).toBe(1001);
  upload.end(body);
  const [message] = await response;
  expect([message.statusCode, await json(message)]).toEqual([
    200,
    [expect.objectContaining({username: 'ann'})],
  ]);
  expect(await stopped).toMatchObject({code: 0});

  const again = await patchbay.serve();
  const status = await fetch(`${again.address}/api/v4/users/me/status`, {headers: {authorization}});
  expect(await status.json()).toMatchObject({status: 'offline'});
  expect((await again.stop()).code).toBe(0);
}, 60_000);
