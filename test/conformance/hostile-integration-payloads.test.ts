import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {anything, attachments, awkwardText, malformedJson, withMembers} from '../support/awkward-json.ts';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';

// Any payload is posted or rejected, and never causes a server error
// (docs/testing.md#rules-and-the-tests-that-show-them, rules 12 and 13).

const RUNS = 300;

let server: TestServer;
let admin: Person;
let channelId: string;
let hookPath: string;

beforeAll(async () => {
  server = await createTestServer({
    settings: {
      ServiceSettings: {EnablePostUsernameOverride: true, EnablePostIconOverride: true},
      RateLimitSettings: {WebhookPerSec: 0},
    },
  });
  admin = server.admin;
  const {teams, channels} = server.features;
  const team = await teams.create({name: 'ops', display_name: 'Ops', type: 'O'}, admin.id);
  channelId = (await channels.byName(team.id, 'town-square')).id;
  hookPath = `/hooks/${(await admin.post('/hooks/incoming', {channel_id: channelId})).body.id}`;
});
afterAll(() => server.close());

const block = withMembers({
  type: fc.constantFrom('section', 'header', 'divider', 'context', 'rich_text', 'image', 'actions', 'table'),
  text: withMembers({type: fc.constantFrom('mrkdwn', 'plain_text'), text: awkwardText}),
  elements: fc.array(anything, {maxLength: 3}),
  fields: fc.array(anything, {maxLength: 3}),
  image_url: awkwardText,
});

const payload = withMembers({
  text: awkwardText,
  channel: fc.oneof(
    awkwardText,
    fc.constantFrom('@admin', '#off-topic', `${'a'.repeat(26)}__${'b'.repeat(26)}`),
  ),
  username: awkwardText,
  icon_url: awkwardText,
  icon_emoji: awkwardText,
  attachments,
  blocks: fc.array(fc.oneof(block, anything), {maxLength: 4}),
  type: fc.oneof(awkwardText, fc.constantFrom('custom_x', 'system_x', 'me', 'slack_attachment')),
  props: fc.object({maxDepth: 3}),
  priority: withMembers({priority: awkwardText, requested_ack: fc.boolean()}),
  root_id: fc.oneof(awkwardText, fc.constant('a'.repeat(26))),
});

const brokenJson = malformedJson(payload);

const contentType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain; charset=utf-16',
  'mimetype/wrong',
  'nonsense',
  '',
);

describe('a webhook', () => {
  const send = (body: string | Buffer, type: string) =>
    server.app.inject({method: 'POST', url: hookPath, headers: {'content-type': type}, payload: body});

  test('accepts or rejects any payload', async () => {
    await fc.assert(
      fc.asyncProperty(payload, async (value) => {
        const answer = await send(JSON.stringify(value), 'application/json');
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        if (answer.statusCode === 200) expect(answer.headers['x-post-id']).toMatch(/^\w{26}/);
      }),
      {numRuns: RUNS},
    );
  });

  test('accepts or rejects any bytes with any content type', async () => {
    const bytes = fc.oneof(
      brokenJson.map((text) => Buffer.from(text)),
      fc.uint8Array({maxLength: 300}).map((array) => Buffer.from(array)),
      brokenJson.map((text) => Buffer.from(`payload=${encodeURIComponent(text.toWellFormed())}`)),
      fc.string({unit: 'binary'}).map((text) => Buffer.from(`payload=${text}`)),
      awkwardText.map((text) =>
        Buffer.from(
          `--x\r\nContent-Disposition: form-data; name="attachments.0.text"\r\n\r\n${text}\r\n--x--\r\n`,
        ),
      ),
      fc.nat({max: 5_000}).map((depth) => Buffer.from(`{"props":${'['.repeat(depth)}`)),
      fc.nat({max: 5_000}).map((depth) => Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, contentType, async (body, type) => {
        const answer = await send(body, type);
        expect(answer.statusCode, answer.body).toBeLessThan(500);
      }),
      {numRuns: RUNS},
    );
  });
});

describe('a post', () => {
  test('accepts or rejects any attachments, and can be read, updated and listed afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(attachments, anything), awkwardText, async (value, message) => {
        const props = {attachments: value};
        const made = await admin.post('/posts', {channel_id: channelId, message, props});
        expect(made.status, JSON.stringify(made.body)).toBeLessThan(500);
        if (made.status !== 201) return;
        const read = await admin.get(`/posts/${made.body.id}`);
        expect(read.body.props).toEqual(made.body.props);
        const patched = await admin.put(`/posts/${made.body.id}/patch`, {props});
        expect(patched.status, JSON.stringify(patched.body)).toBeLessThan(500);
      }),
      {numRuns: RUNS},
    );
    expect((await admin.get(`/channels/${channelId}/posts`)).status).toBe(200);
  });

  test('accepts or rejects any props', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (props) => {
        const {status, body} = await admin.post('/posts', {channel_id: channelId, message: 'x', props});
        expect(status, JSON.stringify(body)).toBeLessThan(500);
      }),
      {numRuns: RUNS},
    );
  });
});
