import {once} from 'node:events';
import {createServer as createHttpServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  hasNatsServer,
  NATS_SERVER_MISSING,
  type NatsServer,
  startNatsServer,
} from '../../../../test/support/nats-server.ts';
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
const exports: {path: string; contentType: string | undefined; body: string}[] = [];
const collector = createHttpServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const {url, headers} = request;
  exports.push({path: url!, contentType: headers['content-type'], body: Buffer.concat(chunks).toString()});
  response.setHeader('content-type', 'application/json').end('{}');
});

if (!hasNatsServer) console.log(NATS_SERVER_MISSING);

let nats: NatsServer | undefined;
let server: TestServer;
/** Another node of the cluster, if there can be one. */
let other: TestServer | undefined;
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
  if (hasNatsServer) nats = await startNatsServer();
  const settings = {
    TracingSettings: {Enable: true, OTLPEndpoint: `${await listen(collector)}/v1/traces`},
    ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'},
    ...(nats && {
      SqlSettings: {DataSource: 'postgres://the-test-database'},
      ClusterSettings: {Enable: true, BusURLs: [nats.url]},
    }),
  };
  server = await createTestServer({settings});
  if (nats) other = await createTestServer({settings, sharing: server});
});
afterAll(async () => {
  collector.close();
  integration.close();
  await nats?.close();
});

test('a request is a trace with its statements, calls and events on all nodes, without contents and tokens', async () => {
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
  const received =
    other && new Promise<void>((done) => other!.platform.events.inStreamOrder('post:created', () => done()));
  await admin.post('/posts', {channel_id: channel.id, message: 'the secret message'});
  await received;
  // Sends what has not been sent yet.
  await other?.close();
  await server.close();

  expect(exports[0]).toMatchObject({path: '/v1/traces', contentType: 'application/json'});
  const spans: ReceivedSpan[] = exports.flatMap(({body}) =>
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

  if (nats) {
    const post = spans.find(({name}) => name === 'POST /api/v4/posts')!;
    const ofPost = spans.filter(({traceId}) => traceId === post.traceId);
    const append = ofPost.find(({name}) => name === 'append post:created')!;
    // On both nodes.
    expect(ofPost.filter(({name}) => name === 'receive post:created')).toEqual([
      expect.objectContaining({parentSpanId: append.spanId}),
      expect.objectContaining({parentSpanId: append.spanId}),
    ]);
  }

  const everything = exports.map(({body}) => body).join();
  for (const secret of [
    'secret question',
    'secret answer',
    'secret message',
    admin.token,
    admin.id,
    team.id,
    'town-square',
  ]) {
    expect(everything).not.toContain(secret);
  }
});
