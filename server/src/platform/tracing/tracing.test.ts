import {once} from 'node:events';
import {createServer as createHttpServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: {key: string; value: {stringValue?: string; intValue?: number}}[];
}

const CLIENT = 3;

/** A collector that accepts OTLP over HTTP as JSON. */
const received: {path: string; contentType: string | undefined; body: string}[] = [];
const collector = createHttpServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const {url, headers} = request;
  received.push({path: url!, contentType: headers['content-type'], body: Buffer.concat(chunks).toString()});
  response.setHeader('content-type', 'application/json').end('{}');
});

let server: TestServer;
/** Headers of requests to an integration. */
let sentToIntegration: NodeJS.Dict<string | string[]> = {};
const integration = createHttpServer((request, response) => {
  sentToIntegration = request.headers;
  response.setHeader('content-type', 'application/json').end('{"text": "the secret answer"}');
});

async function listen(target: ReturnType<typeof createHttpServer>): Promise<string> {
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  return `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  server = await createTestServer({
    settings: {
      TracingSettings: {Enable: true, OTLPEndpoint: `${await listen(collector)}/v1/traces`},
      ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'},
    },
  });
});
afterAll(() => {
  collector.close();
  integration.close();
});

test('a request is a trace with its statements and calls, without contents and tokens', async () => {
  const {admin} = server;
  const {body: team} = await admin.post('/teams', {name: 'crew', display_name: 'Crew', type: 'O'});
  const command = {team_id: team.id, method: 'P', trigger: 'ask', url: `${await listen(integration)}/ask`};
  await admin.post('/commands', command);
  const {body: channel} = await admin.get(`/teams/${team.id}/channels/name/town-square`);
  // A trace context from a client must not decide what is recorded.
  const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
  const {status} = await admin.post(
    '/commands/execute',
    {channel_id: channel.id, command: '/ask the secret question'},
    {traceparent},
  );
  expect(status).toBe(200);
  // Sends what has not been sent yet.
  await server.close();

  expect(received[0]).toMatchObject({path: '/v1/traces', contentType: 'application/json'});
  const spans: ReceivedSpan[] = received.flatMap(({body}) =>
    JSON.parse(body).resourceSpans.flatMap(({scopeSpans}: {scopeSpans: {spans: ReceivedSpan[]}[]}) =>
      scopeSpans.flatMap(({spans}) => spans),
    ),
  );
  const request = spans.find(({name}) => name === 'POST /api/v4/commands/execute')!;
  expect(request).toMatchObject({kind: 2});
  expect(request.parentSpanId).toBeUndefined();
  expect(request.traceId).not.toBe('1'.repeat(32));
  expect(request.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: {intValue: 200},
  });
  const inside = spans.filter(({traceId, kind}) => traceId === request.traceId && kind === CLIENT);
  const statements = inside.filter(({attributes}) => attributes.some(({key}) => key === 'db.query.text'));
  expect(statements.length).toBeGreaterThan(0);
  expect(inside.map(({name}) => name)).toContain('POST slash-command');
  expect(sentToIntegration.traceparent).toBeUndefined();

  const everything = received.map(({body}) => body).join();
  for (const secret of ['secret question', 'secret answer', admin.token, admin.id, team.id, 'town-square']) {
    expect(everything).not.toContain(secret);
  }
});
