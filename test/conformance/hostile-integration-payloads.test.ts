import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';

// Whatever a program sends, it is posted or refused: nothing of it is a fault of the server (QUALITY 12 and 13).

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

const awkwardText = fc.oneof(
  fc.string({unit: 'grapheme'}),
  fc.string({unit: 'binary'}),
  // Lone surrogates are no text, and U+0000 is none that PostgreSQL keeps.
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '\udfff!', '\u202e', '', ' ', '@channel', '<!channel>'),
  fc.constantFrom('<@', '<http://x|', '<|>', '<!', '```', '`', '[](', '~~~', '#', '@', '@here:'),
  fc.constantFrom('javascript:alert(1)', 'http://', 'http://[::1', 'https://x.io/\u0000', '//x', 'data:,x'),
  fc.nat({max: 40_000}).map((length) => 'x'.repeat(length)),
  fc.nat({max: 20_000}).map((length) => '👩‍👩‍👧'.repeat(length >> 3)),
);

/** Any JSON, its texts and names as awkward as they come. */
const anything = fc.jsonValue({maxDepth: 4}).chain((value) => fc.oneof(fc.constant(value), awkwardText));

/** An object that has some of these members, each as it should be or not at all so. */
function withMembers(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const loose = Object.entries(members).map(
    ([name, right]) =>
      [name, fc.oneof({weight: 3, arbitrary: right}, {weight: 1, arbitrary: anything})] as const,
  );
  return fc.record(Object.fromEntries(loose), {requiredKeys: []});
}

const field = withMembers({title: awkwardText, value: anything, short: fc.boolean()});
const action = withMembers({
  id: awkwardText,
  name: awkwardText,
  type: fc.constantFrom('button', 'select'),
  options: fc.array(withMembers({text: awkwardText, value: awkwardText}), {maxLength: 3}),
  integration: withMembers({url: awkwardText, context: fc.object({maxDepth: 2})}),
});
const attachment = withMembers({
  id: fc.integer(),
  fallback: awkwardText,
  color: fc.oneof(awkwardText, fc.constantFrom('good', '#fff', '#12')),
  pretext: awkwardText,
  author_name: awkwardText,
  author_link: awkwardText,
  author_icon: awkwardText,
  title: awkwardText,
  title_link: awkwardText,
  text: awkwardText,
  fields: fc.array(fc.oneof(field, anything), {maxLength: 4}),
  image_url: awkwardText,
  thumb_url: awkwardText,
  footer: awkwardText,
  footer_icon: awkwardText,
  ts: fc.oneof(fc.integer(), fc.double(), awkwardText),
  actions: fc.array(fc.oneof(action, anything), {maxLength: 3}),
});
const attachments = fc.array(fc.oneof(attachment, anything), {maxLength: 4});

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

/** JSON as a program in a hurry writes it: a lone surrogate and a U+0000 as they are, something cut off or added. */
const brokenJson = fc.tuple(payload, fc.nat(), fc.string({unit: 'binary'})).map(([value, at, noise]) => {
  const json = JSON.stringify(value);
  const cut = at % (json.length + 1);
  return json.slice(0, cut) + noise + json.slice(cut + (at % 3));
});

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

  test('takes or refuses any payload', async () => {
    await fc.assert(
      fc.asyncProperty(payload, async (value) => {
        const answer = await send(JSON.stringify(value), 'application/json');
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        if (answer.statusCode === 200) expect(answer.headers['x-post-id']).toMatch(/^\w{26}/);
      }),
      {numRuns: RUNS},
    );
  });

  test('takes or refuses any bytes, whatever they are called', async () => {
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
  test('takes or refuses any attachments, and is read, changed and listed with what it took', async () => {
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

  test('takes or refuses any props', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (props) => {
        const {status, body} = await admin.post('/posts', {channel_id: channelId, message: 'x', props});
        expect(status, JSON.stringify(body)).toBeLessThan(500);
      }),
      {numRuns: RUNS},
    );
  });
});
