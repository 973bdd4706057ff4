import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {changeAtOnce} from '../../../../test/support/concurrent-changes.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import {signBody} from '../integration-calls/request-signatures.ts';

let server: TestServer;
let admin: Person;
let ann: Person;
let teamId: string;
let townSquare: string;
let privateChannel: string;
let hook: {id: string};

beforeAll(async () => {
  server = await createTestServer();
  admin = server.admin;
  ann = await server.person('ann');
  const team = await server.features.teams.create({name: 'ops', display_name: 'Ops', type: 'O'}, admin.id);
  teamId = team.id;
  townSquare = (await server.features.channels.byName(teamId, 'town-square')).id;
  await server.features.teams.addMember(teamId, ann.id, admin.id);
  privateChannel = (
    await server.features.channels.create(
      {team_id: teamId, name: 'secret', display_name: 'Secret', type: 'P'},
      ann.id,
    )
  ).id;
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

beforeEach(async () => {
  await server.platform.config.patch({
    ServiceSettings: {
      EnableIncomingWebhooks: true,
      EnablePostUsernameOverride: false,
      EnablePostIconOverride: false,
    },
    RateLimitSettings: {WebhookPerSec: 100, WebhookMaxBurst: 1000},
  });
  const created = await admin.post('/hooks/incoming', {channel_id: townSquare, display_name: 'CI'});
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  hook = created.body;
});

const send = (body: unknown, headers?: Record<string, string>) =>
  server.anonymous.post(`/hooks/${hook.id}`, body, headers);

async function sent(body: unknown, headers?: Record<string, string>) {
  const answer = await send(body, headers);
  expect(answer).toMatchObject({status: 200, body: 'ok'});
  const ids = String(answer.headers['x-post-id']).split(', ');
  return Promise.all(ids.map(async (id) => (await admin.get(`/posts/${id}`)).body));
}

describe('a message', () => {
  test('with ?wait=true returns the post as JSON', async () => {
    const answer = await server.anonymous.post(`/hooks/${hook.id}?wait=true`, {text: 'built'});
    const id = String(answer.headers['x-post-id']);
    expect(answer).toMatchObject({status: 200, body: {id, message: 'built', channel_id: townSquare}});
    expect(answer.body).toEqual((await admin.get(`/posts/${id}`)).body);
    expect((await server.anonymous.post(`/hooks/${hook.id}?wait=false`, {text: 'x'})).body).toBe('ok');
  });

  test('becomes a post of the owner, marked as a webhook, with the name "webhook"', async () => {
    const answer = await send({text: 'built'});
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    const [post] = await sent({text: 'built'});
    expect(post).toMatchObject({
      channel_id: townSquare,
      user_id: admin.id,
      message: 'built',
      props: {from_webhook: 'true', webhook_display_name: 'CI', override_username: 'webhook'},
    });
  });

  test.each([
    ['a form', 'payload=%7B%22text%22%3A%22hi%22%7D', 'application/x-www-form-urlencoded; charset=utf-8'],
    ['JSON that curl labels as a form', '{"text":"hi"}', 'application/x-www-form-urlencoded'],
    ['keys in any case', '{"TEXT":"hi","Unknown":1}', 'application/json'],
    ['a content type that is not JSON', '{"text":"hi"}', 'mimetype/wrong'],
    ['trailing text', '{"text":"hi"} and more', 'application/json'],
    ['nulls', '{"text":"hi","channel":null,"attachments":null,"props":null}', 'application/json'],
  ])('is parsed from %s', async (_name, body, contentType) => {
    const [post] = await sent(body, {'content-type': contentType});
    expect(post.message).toBe('hi');
  });

  test('is parsed from a multipart form', async () => {
    const body = [
      '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nhi',
      '--x\r\nContent-Disposition: form-data; name="attachments.0.text"\r\n\r\nunder\0it',
      '--x--\r\n',
    ].join('\r\n');
    const [post] = await sent(body, {'content-type': 'multipart/form-data; boundary=x'});
    // A character that PostgreSQL cannot store is replaced, as in JSON.
    expect(post).toMatchObject({message: 'hi', props: {attachments: [{text: 'under\ufffdit'}]}});
  });

  test('can contain raw line breaks and tabs', async () => {
    const [post] = await sent('{"text":"a\nb\tc","attachments":[{"fallback":"d\ne"}]}');
    expect(post).toMatchObject({message: 'a\nb\tc', props: {attachments: [{fallback: 'd\ne'}]}});
  });

  test('is converted from Slack’s format, including attachments', async () => {
    const [post] = await sent({
      text: `<!here> <@${ann.id}> <https://x.io|page>`,
      attachments: [
        {title: '<!channel> <https://x.io|page>', text: '<https://x.io|pa\nge>', fields: [{value: 1}]},
      ],
    });
    expect(post.message).toBe('@here @ann [page](https://x.io)');
    expect(post.type).toBe('slack_attachment');
    expect(post.props.attachments[0]).toMatchObject({
      title: '@channel <https://x.io|page>',
      text: '[pa\nge](https://x.io)',
      fields: [{value: '1'}],
    });
  });

  test('can consist of attachments only', async () => {
    const [post] = await sent({attachments: [{text: 'a'}]});
    expect(post).toMatchObject({message: '', props: {attachments: [{text: 'a'}]}});
  });

  test('with blocks becomes readable text', async () => {
    const [post] = await sent({
      blocks: [{type: 'section', text: {type: 'mrkdwn', text: 'see <https://x.io|page>'}}],
    });
    expect(post.message).toBe('see [page](https://x.io)');
  });

  test('longer than a post is split, with attachments in the last part', async () => {
    const posts = await sent({text: `${'x'.repeat(16_383)}y`, attachments: [{text: 'a'}]});
    expect(posts.map((post) => post.message.length)).toEqual([16_383, 1]);
    expect(posts.map((post) => post.props.attachments?.length ?? 0)).toEqual([0, 1]);
    expect(posts[1].create_at).toBeGreaterThan(posts[0].create_at);
  });

  test('can reply in a thread, to its root or to a reply', async () => {
    const [root] = await sent({text: 'root'});
    const [reply] = await sent({text: 'reply', root_id: root.id});
    const [second] = await sent({text: 'reply', root_id: reply.id});
    expect([reply.root_id, second.root_id]).toEqual([root.id, root.id]);
  });

  test('can be urgent; only the first of several parts is', async () => {
    const posts = await sent({
      text: `${'x'.repeat(16_383)}y`,
      priority: {Priority: 'urgent', requested_ack: true},
    });
    expect(posts.map((post) => post.metadata.priority?.priority)).toEqual(['urgent', undefined]);
    expect(posts[0].metadata.priority).toMatchObject({requested_ack: true});
    expect((await send({text: 'x', priority: {}})).status).toBe(400);
    expect((await send({text: 'x', priority: {priority: 'loud'}})).status).toBe(400);
  });

  test('keeps its type and props, except those that define the author', async () => {
    const [post] = await sent({
      text: 'x',
      type: 'custom_build',
      props: {build: 7, from_webhook: 'false', override_username: 'root', attachments: [{text: 'no'}]},
    });
    expect(post).toMatchObject({
      type: 'custom_build',
      props: {build: 7, from_webhook: 'true', override_username: 'webhook'},
    });
    expect(post.props.attachments).toBeUndefined();
  });
});

describe('the name and the picture', () => {
  test('are those of the payload, or else of the webhook, if the settings allow it', async () => {
    await server.platform.config.patch({
      ServiceSettings: {EnablePostUsernameOverride: true, EnablePostIconOverride: true},
    });
    const {body: named} = await admin.put(`/hooks/incoming/${hook.id}`, {
      id: hook.id,
      username: 'builder',
      icon_url: 'https://x.io/b.png',
    });
    expect(named).toMatchObject({username: 'builder', icon_url: 'https://x.io/b.png'});
    const [own] = await sent({
      text: 'x',
      username: 'other',
      icon_url: 'https://x.io/o.png',
      icon_emoji: ':tada:',
    });
    expect(own.props).toMatchObject({
      override_username: 'other',
      override_icon_url: '/static/emoji/1f389.png',
      override_icon_emoji: ':tada:',
    });
    const [unknown] = await sent({text: 'x', icon_url: 'https://x.io/o.png', icon_emoji: 'no_such'});
    expect(unknown.props.override_icon_url).toBe('https://x.io/o.png');
    const [default_] = await sent({text: 'x'});
    expect(default_.props).toMatchObject({
      override_username: 'builder',
      override_icon_url: 'https://x.io/b.png',
    });
  });

  test('are "webhook" and the owner’s picture otherwise', async () => {
    const [post] = await sent({
      text: 'x',
      username: 'other',
      icon_url: 'https://x.io/o.png',
      icon_emoji: ':tada:',
    });
    expect(post.props).toMatchObject({override_username: 'webhook'});
    expect(post.props).not.toHaveProperty('override_icon_url');
    expect(post.props).not.toHaveProperty('override_icon_emoji');
  });
});

describe('the channel', () => {
  test.each(['#off-topic', 'off-topic', 'OFF-TOPIC', ' off-topic '])(
    '%j is found by name',
    async (channel) => {
      const [post] = await sent({text: 'x', channel});
      const offTopic = await server.features.channels.byName(teamId, 'off-topic');
      expect(post.channel_id).toBe(offTopic.id);
    },
  );

  test('@name and id__id are direct channels, in either order of ids', async () => {
    const direct = await server.features.channels.directChannel(admin.id, ann.id, admin.id);
    for (const channel of ['@ann', `${admin.id}__${ann.id}`, `${ann.id}__${admin.id}`]) {
      expect((await sent({text: 'x', channel}))[0].channel_id).toBe(direct.id);
    }
  });

  test('of the owner with themselves is rejected', async () => {
    for (const channel of ['@admin', `${admin.id}__${admin.id}`]) {
      expect(await send({text: 'x', channel})).toMatchObject({
        status: 403,
        body: {message: 'A webhook cannot send a direct message to the user who created it'},
      });
    }
  });

  test('is only found by its exact name or by the exact ids of its members', async () => {
    const direct = `${admin.id}__${ann.id}`;
    const unknown = 'x'.repeat(26);
    for (const channel of [
      'off#-topic',
      '##off-topic',
      `x${direct}`,
      `${direct}x`,
      `${admin.id}__${unknown}`,
    ]) {
      expect(await send({text: 'x', channel}), channel).toMatchObject({
        status: 404,
        body: {id: 'web.incoming_webhook.channel.app_error'},
      });
    }
  });

  test('between two other users cannot be reached', async () => {
    const bob = await server.person(`bob-${hook.id.slice(0, 5)}`);
    expect((await send({text: 'x', channel: `${ann.id}__${bob.id}`})).status).toBe(404);
  });

  test.each([
    ['#nochan', 404, 'web.incoming_webhook.channel.app_error', "Couldn't find the channel"],
    ['@nobody', 400, 'web.incoming_webhook.user.app_error', "Couldn't find the user"],
  ])('%s answers %i', async (channel, status, id, message) => {
    expect(await send({text: 'x', channel})).toMatchObject({status, body: {id, message}});
  });

  test('of a locked webhook is the only one that it can post to', async () => {
    await admin.put(`/hooks/incoming/${hook.id}`, {channel_locked: true});
    expect(await send({text: 'x', channel: 'off-topic'})).toMatchObject({
      status: 403,
      body: {id: 'web.incoming_webhook.channel_locked.app_error'},
    });
    await sent({text: 'x', channel: 'town-square'});
  });

  test('that is private accepts posts from webhooks of its members', async () => {
    const bob = await server.person(`private-${hook.id.slice(0, 5)}`);
    await server.features.teams.addMember(teamId, bob.id, admin.id);
    const {body: moved} = await admin.post(`/hooks/incoming/${hook.id}/transfer`, {user_id: bob.id});
    expect(moved.user_id).toBe(bob.id);
    expect(await send({text: 'x', channel: 'secret'})).toMatchObject({
      status: 403,
      body: {id: 'web.incoming_webhook.permissions.app_error'},
    });
    await server.features.channels.addMember(privateChannel, bob.id, admin.id);
    expect((await sent({text: 'x', channel: 'secret'}))[0].channel_id).toBe(privateChannel);
  });
});

describe('rejected requests', () => {
  test.each([
    ['{"text":""}', 400, 'web.incoming_webhook.text.app_error', 'No text specified.'],
    ['null', 400, 'web.incoming_webhook.text.app_error', 'No text specified.'],
    ['', 400, 'web.incoming_webhook.text.app_error', 'No text specified.'],
    ['{"attachments":[]}', 400, 'web.incoming_webhook.text.app_error', 'No text specified.'],
    ['{"attachments":[{"color":"#f00","text":""}]}', 400, 'web.incoming_webhook.text.app_error', undefined],
    ['{"text":"x"', 400, 'model.incoming_hook.parse_data.app_error', 'Unable to parse incoming data'],
    ['{"text":5}', 400, 'model.incoming_hook.parse_data.app_error', 'Unable to parse incoming data'],
    ['[]', 400, 'model.incoming_hook.parse_data.app_error', 'Unable to parse incoming data'],
    [
      '{"text":"x","type":"system_x"}',
      400,
      'api.context.invalid_param.app_error',
      expect.stringMatching(/^"system_x" is reserved/),
    ],
  ])('%s answers %i %s', async (body, status, id, message) => {
    const answer = await send(body);
    expect(answer).toMatchObject({status, body: {id, ...(message ? {message} : {})}});
  });

  test.each([
    ['reserved type', {type: `system_${'x'.repeat(10_000)}`}, /"system_x{57}" is reserved/],
    ['unknown priority', {priority: {priority: 'x'.repeat(10_000)}}, /not "x{64}"/],
  ])('a long %s returns an error that contains only its start', async (_name, more, message) => {
    expect(await send({text: 'x', ...more})).toMatchObject({
      status: 400,
      body: {message: expect.stringMatching(message)},
    });
  });

  test.each([
    ['{"text":"x"', 'application/json', /invalid at line 1, column 12/],
    ['{"text":5}', 'application/json', /"text" must be text, not a number/],
    ['["x"]', 'application/json', /a JSON object, not a list/],
    ['{"text":"x","attachments":{}}', 'application/json', /"attachments" must be a list, not an object/],
    ['text=hi', 'application/x-www-form-urlencoded', /no field "payload"/],
    ['{"text":"x","channel":"nowhere"}', 'application/json', /no active channel nowhere/],
    ['{"text":"x","channel":"@nobody"}', 'application/json', /no user @nobody/],
    ['{}', 'application/json', /no visible content in "text"/],
  ])('%s returns an explanation in addition to the fixed text', async (body, contentType, explanation) => {
    expect(await send(body, {'content-type': contentType})).toMatchObject({
      body: {detailed_error: expect.stringMatching(explanation)},
    });
  });

  test('a malformed content type', async () => {
    expect(
      (await send('payload=x', {'content-type': 'application/x-www-form-urlencoded wrongtext'})).status,
    ).toBe(400);
  });

  test('an unknown key, checked after the text', async () => {
    expect(await server.anonymous.post('/hooks/nosuchkey', {text: 'x'})).toMatchObject({
      status: 400,
      body: {id: 'web.incoming_webhook.invalid.app_error', message: 'Invalid webhook.'},
    });
    expect((await server.anonymous.post('/hooks/nosuchkey', {})).body.id).toBe(
      'web.incoming_webhook.text.app_error',
    );
  });

  test('every request while webhooks are disabled', async () => {
    await server.platform.config.patch({ServiceSettings: {EnableIncomingWebhooks: false}});
    expect(await send('{')).toMatchObject({
      status: 501,
      body: {id: 'web.incoming_webhook.disabled.app_error'},
    });
    for (const {status, body} of [
      await admin.get('/hooks/incoming'),
      await admin.post('/hooks/incoming', {channel_id: townSquare}),
    ]) {
      expect([status, body.id]).toEqual([501, 'api.incoming_webhook.disabled.app_error']);
    }
  });

  test('too many requests, without affecting other webhooks', async () => {
    await server.platform.config.patch({RateLimitSettings: {WebhookPerSec: 1, WebhookMaxBurst: 1}});
    const {body: other} = await admin.post('/hooks/incoming', {channel_id: townSquare});
    // More requests than a slow machine allows while it handles them.
    const answers = await Promise.all(Array.from({length: 30}, () => send({text: 'x'})));
    const refused = answers.filter(({status}) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(2);
    expect(new Set(refused.map(({status}) => status))).toEqual(new Set([429]));
    for (const {headers} of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.anonymous.post(`/hooks/${other.id}`, {text: 'x'})).status).toBe(200);
  });

  test('no request, however many there are, if the limit is off', async () => {
    await server.platform.config.patch({RateLimitSettings: {WebhookPerSec: 0, WebhookMaxBurst: 1}});
    for (let request = 0; request < 5; request++) await sent({text: 'x'});
  });
});

describe('a webhook that another process changed', () => {
  test('is read again after the caches were cleared', async () => {
    await sent({text: 'x'});
    await server.platform.database.execute({
      text: 'update IncomingWebhooks set DeleteAt = 1 where KeyHash = $1',
      values: [hashToken(hook.id)],
    });
    server.platform.events.publish('caches:stale', {});
    expect((await send({text: 'x'})).status).toBe(400);
  });

  test('finds no channel if another process just archived it', async () => {
    const channel = await server.features.channels.create(
      {team_id: teamId, name: `gone-${hook.id.slice(0, 5)}`, type: 'O'},
      admin.id,
    );
    const {body: created} = await admin.post('/hooks/incoming', {channel_id: channel.id});
    await server.platform.database.execute({
      text: 'update Channels set DeleteAt = 1 where Id = $1',
      values: [channel.id],
    });
    server.platform.events.publish('caches:stale', {});
    expect(await server.anonymous.post(`/hooks/${created.id}`, {text: 'x'})).toMatchObject({
      status: 404,
      body: {id: 'web.incoming_webhook.channel.app_error'},
    });
  });
});

describe('a webhook with a signing secret', () => {
  const body = '{"text":"signed"}';
  const headers = (secret: string, timestamp = Math.floor(Date.now() / 1000)) => ({
    'x-patchbay-request-timestamp': String(timestamp),
    'x-patchbay-signature': signBody(secret, String(timestamp), Buffer.from(body)),
  });

  test('accepts signatures with its current or previous secret only', async () => {
    const {body: first} = await admin.post(`/hooks/incoming/${hook.id}/signing_secret`);
    await sent(body, headers(first.secret));
    expect((await send(body)).status).toBe(401);
    expect((await send(body, headers('wrong'))).status).toBe(401);
    const late = await send(body, headers(first.secret, Math.floor(Date.now() / 1000) - 400));
    expect(late).toMatchObject({status: 401, body: {message: expect.stringMatching(/ 40\d s old/)}});
    const {body: second} = await admin.post(`/hooks/incoming/${hook.id}/signing_secret`);
    await sent(body, headers(first.secret));
    await sent(body, headers(second.secret));
    await admin.post(`/hooks/incoming/${hook.id}/signing_secret`);
    expect((await send(body, headers(first.secret))).status).toBe(401);
    expect(JSON.stringify((await admin.get(`/hooks/incoming/${hook.id}`)).body)).not.toContain(second.secret);
    await admin.delete(`/hooks/incoming/${hook.id}/signing_secret`);
    await sent(body);
  });
});

describe('managing', () => {
  test('is denied to members and allowed to team administrators, including the webhooks of others', async () => {
    expect((await ann.post('/hooks/incoming', {channel_id: townSquare})).status).toBe(403);
    expect((await ann.get(`/hooks/incoming/${hook.id}`)).status).toBe(403);
    expect((await ann.get(`/hooks/incoming?team_id=${teamId}`)).status).toBe(403);
    const list = await admin.get(`/hooks/incoming?team_id=${teamId}&include_total_count=true&per_page=2`);
    expect(list.body.incoming_webhooks).toHaveLength(2);
    expect(list.body.total_count).toBeGreaterThan(2);
  });

  test.each([
    [
      'description',
      'x'.repeat(501),
      'model.incoming_hook.description.app_error',
      'The description has 501 characters. At most 500 are allowed.',
    ],
    [
      'display_name',
      'x'.repeat(65),
      'model.incoming_hook.display_name.app_error',
      'The display name has 65 bytes. At most 64 are allowed.',
    ],
    [
      'icon_url',
      'x'.repeat(1025),
      'model.incoming_hook.icon_url.app_error',
      'The icon URL has 1025 bytes. At most 1024 are allowed.',
    ],
    [
      'username',
      'no spaces',
      'api.incoming_webhook.invalid_username.app_error',
      expect.stringContaining('"no spaces" is not a valid'),
    ],
  ])('a %s out of bounds gets 400', async (field, value, id, message) => {
    await server.platform.config.patch({
      ServiceSettings: {EnablePostUsernameOverride: true, EnablePostIconOverride: true},
    });
    expect(await admin.post('/hooks/incoming', {channel_id: townSquare, [field]: value})).toMatchObject({
      status: 400,
      body: {id, message, path: field},
    });
  });

  test('fields at their limits are accepted', async () => {
    await server.platform.config.patch({
      ServiceSettings: {EnablePostUsernameOverride: true, EnablePostIconOverride: true},
    });
    const fields = {display_name: 'é'.repeat(32), icon_url: 'x'.repeat(1024), username: 'Ci.b-o_0'.repeat(8)};
    const created = await admin.post('/hooks/incoming', {channel_id: townSquare, ...fields});
    expect(created).toMatchObject({status: 201, body: fields});
    for (const [field, value] of [
      ['display_name', 'é'.repeat(33)],
      ['username', 'x'.repeat(65)],
      ['username', 'x y'],
    ]) {
      const changed = await admin.put(`/hooks/incoming/${created.body.id}`, {[field!]: value});
      expect(changed).toMatchObject({status: 400, body: {path: field}});
    }
  });

  test('a new webhook has empty fields, and an edit changes only the fields that it contains', async () => {
    await server.platform.config.patch({
      ServiceSettings: {EnablePostUsernameOverride: true, EnablePostIconOverride: true},
    });
    const {body: created} = await admin.post('/hooks/incoming', {channel_id: townSquare});
    const empty = {display_name: '', description: '', username: '', icon_url: '', channel_locked: false};
    expect(created).toMatchObject({
      ...empty,
      user_id: admin.id,
      team_id: teamId,
      delete_at: 0,
      signed: false,
    });
    const edit = async (fields: object) => (await admin.put(`/hooks/incoming/${created.id}`, fields)).body;
    const all = {display_name: 'a', description: 'b', username: 'c', icon_url: 'd', channel_locked: true};
    expect(await edit(all)).toMatchObject(all);
    expect(await edit({channel_id: '', team_id: teamId})).toMatchObject({...all, channel_id: townSquare});
    for (const [field, value] of Object.entries(empty)) {
      Object.assign(all, {[field]: value});
      expect(await edit({[field]: value})).toMatchObject(all);
    }
  });

  test('a name and a picture are stored only while overriding them is allowed', async () => {
    const fields = {username: 'builder', icon_url: 'https://x.io/b.png'};
    const {body: created} = await admin.post('/hooks/incoming', {channel_id: townSquare, ...fields});
    expect(created).toMatchObject({username: '', icon_url: ''});
    expect((await admin.put(`/hooks/incoming/${created.id}`, fields)).body).toMatchObject({
      username: '',
      icon_url: '',
    });
  });

  test('a webhook belongs to a channel that its creator can read, and stays in its team', async () => {
    const dan = await server.person(`dan-${hook.id.slice(0, 5)}`);
    await server.features.teams.addMember(teamId, dan.id, admin.id);
    const roles = `/teams/${teamId}/members/${dan.id}/schemeRoles`;
    await admin.put(roles, {scheme_admin: true, scheme_user: true});
    const open = await server.features.channels.create(
      {team_id: teamId, name: dan.username, type: 'O'},
      ann.id,
    );
    const {body: own} = await dan.post('/hooks/incoming', {channel_id: open.id});
    expect(own).toMatchObject({channel_id: open.id, user_id: dan.id});
    for (const refused of [
      await dan.post('/hooks/incoming', {channel_id: privateChannel}),
      await dan.put(`/hooks/incoming/${own.id}`, {channel_id: privateChannel}),
    ]) {
      expect(refused).toMatchObject({status: 403, body: {id: 'api.context.permissions.app_error'}});
    }
    const direct = await server.features.channels.directChannel(admin.id, ann.id, admin.id);
    expect(await admin.post('/hooks/incoming', {channel_id: direct.id})).toMatchObject({
      status: 400,
      body: {path: 'channel_id'},
    });

    const away = await server.features.teams.create(
      {name: `away-${hook.id.slice(0, 5)}`, display_name: 'Away', type: 'O'},
      admin.id,
    );
    const channel_id = (await server.features.channels.byName(away.id, 'town-square')).id;
    for (const change of [{team_id: away.id}, {channel_id}]) {
      expect(await admin.put(`/hooks/incoming/${hook.id}`, change)).toMatchObject({
        status: 400,
        body: {id: 'api.webhook.team_mismatch.app_error', path: 'team_id'},
      });
    }
  });

  test('a description of 500 characters is accepted, an unknown channel is not', async () => {
    expect(
      (await admin.post('/hooks/incoming', {channel_id: townSquare, description: 'é'.repeat(500)})).status,
    ).toBe(201);
    expect((await admin.post('/hooks/incoming', {channel_id: 'x'.repeat(26)})).status).toBe(404);
  });

  test('a new key works immediately, the old one during the overlap', async () => {
    const {body: again} = await admin.post(`/hooks/incoming/${hook.id}/regenerate`, {overlap_ms: 60_000});
    await sent({text: 'old key'});
    expect((await server.anonymous.post(`/hooks/${again.id}`, {text: 'x'})).status).toBe(200);
    const {body: third} = await admin.post(`/hooks/incoming/${again.id}/regenerate`);
    expect((await server.anonymous.post(`/hooks/${again.id}`, {text: 'x'})).status).toBe(400);
    expect((await server.anonymous.post(`/hooks/${third.id}`, {text: 'x'})).status).toBe(200);
  });

  describe('at the same time', () => {
    const atOnce = async (...changes: Parameters<typeof changeAtOnce<{status: number}>>[2][number][]) => {
      const {database} = server.platform;
      const row = await database.row<{id: string}>({
        text: 'select Id from IncomingWebhooks where KeyHash = $1',
        values: [hashToken(hook.id)],
      });
      const answers = await changeAtOnce(database, {table: 'IncomingWebhooks', id: row!.id}, changes);
      return answers.map(({status}) => status);
    };
    const path = () => `/hooks/incoming/${hook.id}`;
    const edit = () => admin.put(path(), {...hook, display_name: 'Builds'});
    const current = async () => (await admin.get(path())).body;

    test('an edit keeps a new signing secret and a new channel lock', async () => {
      const {body: first} = await admin.post(`${path()}/signing_secret`);
      const lock = () => admin.put(path(), {channel_locked: true});
      expect(await atOnce(() => admin.post(`${path()}/signing_secret`), lock, edit)).toEqual([200, 201, 201]);
      expect(await current()).toMatchObject({display_name: 'Builds', channel_locked: true});
      // The first secret is the previous one now, so the next rotation revokes it.
      await admin.post(`${path()}/signing_secret`);
      const timestamp = String(Math.floor(Date.now() / 1000));
      const body = '{"text":"x"}';
      const answer = await send(body, {
        'x-patchbay-request-timestamp': timestamp,
        'x-patchbay-signature': signBody(first.secret, timestamp, Buffer.from(body)),
      });
      expect(answer.status).toBe(401);
    });

    test('an edit keeps that requests need not be signed', async () => {
      await admin.post(`${path()}/signing_secret`);
      expect(await atOnce(() => admin.delete(`${path()}/signing_secret`), edit)).toEqual([200, 201]);
      expect(await current()).toMatchObject({display_name: 'Builds', signed: false});
    });

    test('a deleted webhook is not edited and gets no new key', async () => {
      const others = [edit, () => admin.post(`${path()}/regenerate`)];
      expect(await atOnce(() => admin.delete(path()), ...others)).toEqual([200, 404, 404]);
    });

    test('a key that is replaced immediately does not get an overlap', async () => {
      const regenerate = (overlap_ms: number) => () => admin.post(`${path()}/regenerate`, {overlap_ms});
      expect(await atOnce(regenerate(0), regenerate(60_000))).toEqual([200, 404]);
      expect((await send({text: 'x'})).status).toBe(400);
    });
  });

  test('an old key is rejected when its overlap is over, even if it was just used', async () => {
    const {body: again} = await admin.post(`/hooks/incoming/${hook.id}/regenerate`, {overlap_ms: 60_000});
    const validUntil = Date.now() + 60_000;
    await sent({text: 'old key'});
    vi.useFakeTimers({toFake: ['Date'], now: validUntil});
    expect(await send({text: 'old key'})).toMatchObject({
      status: 400,
      body: {id: 'web.incoming_webhook.invalid.app_error'},
    });
    expect((await server.anonymous.post(`/hooks/${again.id}`, {text: 'x'})).status).toBe(200);
  });

  test('deleted webhooks and those of archived channels reject requests', async () => {
    await sent({text: 'x'});
    expect((await admin.delete(`/hooks/incoming/${hook.id}`)).body).toEqual({status: 'OK'});
    expect((await send({text: 'x'})).status).toBe(400);
  });

  test('the log has the last deliveries, without the key or the text', async () => {
    const startedAt = Date.now();
    await sent({text: 'a canary'});
    await send({text: 'a canary', channel: 'nochan'});
    await server.features.deliveries.flush();
    const endedAt = Date.now();
    const {body: log} = await admin.get(`/hooks/incoming/${hook.id}/deliveries`);
    expect(log).toMatchObject([
      {
        status: 404,
        error_id: 'web.incoming_webhook.channel.app_error',
        error: expect.stringContaining(
          "Couldn't find the channel. The webhook's team has no active channel nochan",
        ),
        post_id: '',
      },
      {status: 200, error_id: '', error: '', post_id: expect.stringMatching(/^\w{26}$/), size: 19},
    ]);
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`canary|${hook.id}`));
    for (const {create_at, duration_ms} of log) {
      expect(create_at).toBeGreaterThanOrEqual(startedAt);
      expect(duration_ms).toBeGreaterThanOrEqual(0);
      expect(create_at + duration_ms).toBeLessThanOrEqual(endedAt);
    }
  });

  test('the log has whole sentences, of at most 1,024 characters', async () => {
    await send({});
    // A malformed content type is part of the error.
    await send('{"text":"x"}', {'content-type': `text/${'~'.repeat(2000)}`});
    await server.features.deliveries.flush();
    const {body: log} = await admin.get(`/hooks/incoming/${hook.id}/deliveries`);
    // Both may be from the same millisecond.
    const errors = log.map(({error}: {error: string}) => error);
    expect(errors).toContain(
      'No text specified. The payload has no visible content in "text", "attachments" or "blocks".',
    );
    expect(errors.map(({length}: string) => length)).toContain(1024);
  });

  test('the log has internal errors, without their details', async () => {
    const {database} = server.platform;
    await database.execute({
      text: `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
    });
    await database.execute({text: 'create trigger refuse before insert on Posts execute function refuse()'});
    onTestFinished(async () => {
      await database.execute({text: 'drop trigger refuse on Posts'});
    });
    expect((await send({text: 'x'})).status).toBe(500);
    await server.features.deliveries.flush();
    expect((await admin.get(`/hooks/incoming/${hook.id}/deliveries`)).body).toMatchObject([
      {status: 500, error_id: 'api.context.internal.app_error', error: '', post_id: ''},
    ]);
  });

  test('the log has requests that were too large to read', async () => {
    const {body: created} = await admin.post('/hooks/incoming', {channel_id: townSquare});
    const answer = await server.anonymous.post(`/hooks/${created.id}`, {text: 'x'.repeat(400_000)});
    expect(answer.status).toBe(413);
    await server.features.deliveries.flush();
    const {body: log} = await admin.get(`/hooks/incoming/${created.id}/deliveries`);
    expect(log).toMatchObject([
      {
        status: 413,
        error_id: 'api.context.request_body_too_large.app_error',
        error: expect.stringContaining('At most 293 kB'),
        size: 400_011,
      },
    ]);
    const unknown = await server.anonymous.post(`/hooks/${'x'.repeat(26)}`, {text: 'x'.repeat(400_000)});
    expect(unknown.status).toBe(413);
  });

  test('the log keeps the last hundred deliveries of a webhook', async () => {
    const {body: quiet} = await admin.post('/hooks/incoming', {channel_id: townSquare});
    await Promise.all(Array.from({length: 250}, () => send({})));
    await server.anonymous.post(`/hooks/${quiet.id}`, {text: 'x'});
    await server.features.deliveries.flush();
    const rows = (key: string) =>
      server.platform.database.rows({
        text: `
          select d.Status from IncomingWebhookDeliveries d join IncomingWebhooks h on h.Id = d.HookId
          where h.KeyHash = $1`,
        values: [hashToken(key)],
      });
    expect(await rows(hook.id)).toHaveLength(100);
    expect(await rows(quiet.id)).toEqual([{status: 200}]);
  });

  test('a bot cannot own a webhook', async () => {
    const {body: bot} = await admin.post('/bots', {username: `b${hook.id.slice(0, 8)}`});
    expect((await admin.post(`/hooks/incoming/${hook.id}/transfer`, {user_id: bot.user_id})).status).toBe(
      400,
    );
    expect((await admin.post('/hooks/incoming', {channel_id: townSquare, user_id: bot.user_id})).status).toBe(
      400,
    );
  });
});
