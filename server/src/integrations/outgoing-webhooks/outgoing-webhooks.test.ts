import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {changeAtOnce} from '../../../../test/support/concurrent-changes.ts';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {
  type Integration,
  json,
  type ReceivedRequest,
  startIntegration,
} from '../../../../test/support/integration.ts';
import {newId} from '../../platform/database/ids.ts';
import {signBody} from '../integration-calls/request-signatures.ts';
import {parseReply} from './reply.ts';
import {triggerWordOf} from './trigger.ts';

let crew: Crew;
let integration: Integration;
let count = 0;

beforeAll(async () => {
  crew = await createCrew({
    ServiceSettings: {
      AllowedUntrustedInternalConnections: '127.0.0.1',
      EnablePostUsernameOverride: true,
    },
  });
  integration = await startIntegration();
  await crew.server.listen();
});
afterAll(async () => {
  await crew.close();
  await integration.close();
});
beforeEach(() => {
  integration.answer = json({});
});

interface Hook {
  id: string;
  token: string;
  word: string;
  callback_urls: string[];
  /** The requests that the integration received from the webhook. */
  calls(): ReceivedRequest[];
}

/** Creates a webhook of Ann, who created the team, with its own trigger word and path. */
async function createHook(more: object = {}): Promise<Hook> {
  const word = `word${++count}`;
  const {status, body} = await crew.ann.post('/hooks/outgoing', {
    team_id: crew.teamId,
    trigger_words: [word],
    callback_urls: [`${integration.url}/${word}`],
    display_name: word,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return {...body, word, calls: () => integration.received.filter(({url}) => url === `/${word}`)};
}

const logOf = async (hook: Hook) => (await crew.ann.get(`/hooks/outgoing/${hook.id}/deliveries`)).body;

/** The only delivery of a webhook, once it matches. */
async function delivery(hook: Hook, expected: object) {
  await expect.poll(async () => (await logOf(hook))[0]).toMatchObject(expected);
  return (await logOf(hook))[0];
}

const sql = (text: string, values: unknown[] = []) => crew.server.platform.database.execute({text, values});
const lastPosts = async () => (await crew.bob.get(`/channels/${crew.channelId}/posts?per_page=5`)).body;

describe('the request', () => {
  test('is a form, with the time in seconds', async () => {
    const hook = await createHook();
    const post = await crew.post(crew.bob, `${hook.word} and more`);
    const {id} = await delivery(hook, {status: 'delivered', attempts: 1, http_status: 200, error: ''});
    const [call] = hook.calls();
    expect(call!.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Mattermost-Bot/1.1',
      'x-patchbay-delivery': id,
    });
    expect(call!.headers['x-patchbay-signature']).toBeUndefined();
    expect(Object.fromEntries(call!.form)).toEqual({
      token: hook.token,
      team_id: crew.teamId,
      team_domain: 'crew',
      channel_id: crew.channelId,
      channel_name: 'town-square',
      timestamp: String(Math.floor(post.create_at / 1000)),
      user_id: crew.bob.id,
      user_name: 'bob',
      post_id: post.id,
      text: `${hook.word} and more`,
      trigger_word: hook.word,
      file_ids: '',
    });
  });

  test('is JSON with milliseconds if the webhook requests it, and signed if it has a secret', async () => {
    const hook = await createHook({content_type: 'application/json'});
    const {body} = await crew.ann.post(`/hooks/outgoing/${hook.id}/signing_secret`);
    const post = await crew.post(crew.bob, hook.word);
    await delivery(hook, {status: 'delivered'});
    const [call] = hook.calls();
    expect(JSON.parse(call!.body)).toMatchObject({timestamp: post.create_at, trigger_word: hook.word});
    const timestamp = call!.headers['x-patchbay-request-timestamp'] as string;
    expect(call!.headers['x-patchbay-signature']).toBe(
      signBody(body.secret, timestamp, Buffer.from(call!.body)),
    );
  });

  test('is sent to every URL of the webhook', async () => {
    const hook = await createHook({callback_urls: [`${integration.url}/one`, `${integration.url}/two`]});
    await crew.post(crew.bob, hook.word);
    await expect.poll(async () => (await logOf(hook)).length).toBe(2);
    await expect
      .poll(() =>
        integration.received
          .slice(-2)
          .map(({url}) => url)
          .sort(),
      )
      .toEqual(['/one', '/two']);
  });

  test('is sent at most 100 times for a message, however many webhooks and URLs it triggers', async () => {
    const word = 'flood';
    for (const first of [0, 30, 60, 90]) {
      const callback_urls = Array.from({length: 30}, (_, index) => `${integration.url}/${first + index}`);
      await createHook({trigger_words: [word], callback_urls});
    }
    const {id} = await crew.post(crew.bob, word);
    const rows = () =>
      crew.server.platform.database.rows({
        text: 'select Id from OutgoingWebhookDeliveries where PostId = $1',
        values: [id],
      });
    expect(await rows()).toHaveLength(100);
  });
});

describe('what triggers a webhook', () => {
  const rule = (channelid: string, triggerwords: string[], triggerwhen = 0) => ({
    channelid,
    triggerwords,
    triggerwhen,
  });
  test.each([
    [rule('', ['build']), 'build it', 'build'],
    [rule('', ['build']), '  build', 'build'],
    [rule('', ['build']), 'Build it', undefined],
    [rule('', ['build']), 'builder', undefined],
    [rule('', ['build']), 'please build', undefined],
    [rule('', ['x', 'build'], 1), 'builder', 'build'],
    [rule('here', []), 'anything', ''],
    [rule('here', []), '', ''],
    [rule('there', []), 'anything', undefined],
    [rule('there', ['build']), 'build', undefined],
    [rule('here', ['build']), 'build', 'build'],
    [rule('here', ['build']), '', undefined],
  ])('%j by %j: %j', (hook, message, word) => {
    expect(triggerWordOf(hook, {channelId: 'here', message})).toBe(word);
  });

  test('is not a private channel, a webhook’s post or a system message, but a command’s post is', async () => {
    const hook = await createHook();
    const hidden = await crew.channel('hidden', [crew.ann], 'P');
    await crew.post(crew.ann, hook.word, {channel_id: hidden});
    const {body: incoming} = await crew.ann.post('/hooks/incoming', {channel_id: crew.channelId});
    expect((await crew.server.anonymous.post(`/hooks/${incoming.id}`, {text: hook.word})).status).toBe(200);
    await crew.bob.post('/commands/execute', {channel_id: crew.channelId, command: `/echo ${hook.word}`});
    expect(await logOf(hook)).toHaveLength(1);
  });

  test('is a private channel only if a member created the webhook for it, while they are a member', async () => {
    const channel_id = await crew.channel('confidants', [crew.bob, crew.ann], 'P');
    const allowed = {channel_id, allow_private_channel: true};
    const outsider = {team_id: crew.teamId, callback_urls: [integration.url], ...allowed};
    expect(await crew.server.admin.post('/hooks/outgoing', outsider)).toMatchObject({
      status: 403,
      body: {message: expect.stringContaining('Only members of a private channel')},
    });
    const hook = await createHook(allowed);
    const everywhere = await createHook({allow_private_channel: true});
    const say = (message: string) => crew.post(crew.bob, message, {channel_id});
    await say(everywhere.word);
    await say(hook.word);
    const {callback_urls, word} = hook;
    // Older clients don't support this field, and send back the others.
    const body = {id: hook.id, channel_id, callback_urls, trigger_words: [word], display_name: 'Confidant'};
    expect((await crew.ann.put(`/hooks/outgoing/${hook.id}`, body)).body).toMatchObject(allowed);
    await crew.ann.delete(`/channels/${channel_id}/members/${crew.ann.id}`);
    await say(`${hook.word} again`);
    expect(await logOf(everywhere)).toEqual([]);
    expect(await logOf(hook)).toHaveLength(1);
  });

  test('is nothing once it is deleted, its channel is archived, or webhooks are disabled', async () => {
    const channelId = await crew.channel('ending', [crew.ann]);
    const [deleted, archived, off] = [
      await createHook(),
      await createHook({channel_id: channelId}),
      await createHook(),
    ];
    expect((await crew.ann.delete(`/hooks/outgoing/${deleted.id}`)).status).toBe(200);
    await crew.ann.delete(`/channels/${channelId}`);
    await expect.poll(async () => (await crew.ann.get(`/hooks/outgoing/${archived.id}`)).status).toBe(404);
    await crew.post(crew.bob, deleted.word);
    await crew.server.platform.config.patch({ServiceSettings: {EnableOutgoingWebhooks: false}});
    await crew.post(crew.bob, off.word);
    expect((await crew.ann.get(`/hooks/outgoing/${off.id}`)).status).toBe(501);
    await crew.server.platform.config.patch({ServiceSettings: {EnableOutgoingWebhooks: true}});
    expect(await logOf(off)).toEqual([]);
    expect(deleted.calls()).toEqual([]);
  });
});

test('belongs to another user only if a system administrator creates it for a member of the team', async () => {
  const hook = {
    team_id: crew.teamId,
    display_name: 'For Bob',
    trigger_words: ['for-bob'],
    callback_urls: [integration.url],
    creator_id: crew.bob.id,
  };
  expect(await crew.ann.post('/hooks/outgoing', hook)).toMatchObject({
    status: 403,
    body: {path: 'creator_id', message: expect.stringContaining('Only a system administrator')},
  });
  expect(await crew.server.admin.post('/hooks/outgoing', hook)).toMatchObject({
    status: 201,
    body: {creator_id: crew.bob.id},
  });
  expect((await crew.server.admin.post('/hooks/outgoing', {...hook, creator_id: newId()})).status).toBe(400);
});

describe('the response', () => {
  test('is posted as the owner with the webhook’s name, and triggers nothing', async () => {
    const hook = await createHook({username: 'Robot'});
    integration.answer = json({text: `${hook.word} <https://x.io|done>`, props: {build: 7}});
    await crew.post(crew.bob, hook.word);
    const {reply_post_id} = await delivery(hook, {
      status: 'delivered',
      reply_post_id: expect.stringMatching(/\w/),
    });
    expect((await lastPosts()).posts[reply_post_id]).toMatchObject({
      user_id: crew.ann.id,
      root_id: '',
      message: `${hook.word} [done](https://x.io)`,
      props: {from_webhook: 'true', override_username: 'Robot', webhook_display_name: hook.word, build: 7},
    });
    expect(await logOf(hook)).toHaveLength(1);
  });

  test('can be a comment with its own name, with any status', async () => {
    const hook = await createHook({username: 'Robot'});
    integration.answer = json({text: 'there', response_type: 'comment', username: 'Other'}, 500);
    const post = await crew.post(crew.bob, hook.word);
    const {reply_post_id} = await delivery(hook, {status: 'delivered', http_status: 500});
    expect((await lastPosts()).posts[reply_post_id]).toMatchObject({
      root_id: post.id,
      props: {override_username: 'Other'},
    });
  });

  test('can be urgent, unless it is a comment', async () => {
    const hook = await createHook();
    const urgent = {text: 'It burns', priority: {priority: 'urgent', requested_ack: true}};
    for (const [response_type, priority] of [
      ['post', {priority: 'urgent', requested_ack: true, persistent_notifications: false}],
      ['comment', undefined],
    ] as const) {
      integration.answer = json({...urgent, response_type});
      const {id} = await crew.post(crew.bob, hook.word);
      const {reply_post_id} = await delivery(hook, {post_id: id, reply_post_id: expect.stringMatching(/\w/)});
      expect((await crew.ann.get(`/posts/${reply_post_id}`)).body.metadata.priority).toEqual(priority);
    }
  });

  test('that cannot be posted is logged', async () => {
    const hook = await createHook();
    integration.answer = json({text: 'x', type: 'nonsense'});
    await crew.post(crew.bob, hook.word);
    await delivery(hook, {
      status: 'delivered',
      reply_post_id: '',
      error: expect.stringContaining('could not be posted'),
    });
  });

  test('of any kind is parsed', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({text: fc.jsonValue(), attachments: fc.jsonValue()})),
        (value) => {
          const reply = parseReply(JSON.stringify(value));
          if (reply) expect([typeof reply.text, Array.isArray(reply.attachments)]).toEqual(['string', true]);
        },
      ),
    );
    for (const body of ['', '{', 'null', '[]', '{"text": 5}', '{"text": null, "attachments": []}']) {
      expect(parseReply(body)).toBeUndefined();
    }
  });

  test('with invalid attachments and props does not fail the delivery', async () => {
    const hook = await createHook();
    const hostile = {
      text: 'x',
      attachments: [null, 5, {fields: {}}],
      props: {attachments: 'no', from_bot: 1},
      type: 'system_x',
    };
    integration.answer = json(hostile);
    await crew.post(crew.bob, hook.word);
    await delivery(hook, {status: 'delivered', http_status: 200});
  });
});

describe('a 2xx status completes a delivery, even if the response', () => {
  const json = {'content-type': 'application/json'};
  const reply = JSON.stringify({text: 'an answer'});
  const TOO_LARGE = /^The receiver returned HTTP 200\. The response was ignored because it is too large/;
  const INCOMPLETE = /The response was ignored because it was incomplete/;

  test.each<[string, Integration['answer'], RegExp | '']>([
    ['is too large', (_q, r) => r.writeHead(200, json).end('x'.repeat(2 << 20)), TOO_LARGE],
    [
      'announces that it will be too large',
      (_q, r) => void r.writeHead(200, {...json, 'content-length': 1 << 30}).write('x'.repeat(2 << 20)),
      TOO_LARGE,
    ],
    ['is of another type', (_q, r) => r.writeHead(201, {'content-type': 'image/png'}).end('\x89PNG'), ''],
    [
      'is compressed',
      (_q, r) => r.writeHead(200, {...json, 'content-encoding': 'gzip'}).end(gzipSync(reply)),
      '',
    ],
    ['is in an unknown encoding', (_q, r) => r.writeHead(202, {'content-encoding': 'x'}).end(reply), ''],
    ['is broken JSON', (_q, r) => r.writeHead(200, json).end('{"text": "'), ''],
    [
      'is cut',
      (_q, r) => {
        r.writeHead(200, {...json, 'content-length': 1000});
        r.write(reply, () => r.destroy());
      },
      INCOMPLETE,
    ],
    ['stalls after the status line', (_q, r) => r.writeHead(200, json).flushHeaders(), INCOMPLETE],
    ['stalls in its body', (_q, r) => void r.writeHead(200, json).write('{'), INCOMPLETE],
  ])('%s', async (_what, answer, error) => {
    const {config} = crew.server.platform;
    await config.patch({ServiceSettings: {OutgoingIntegrationRequestsTimeout: 2}});
    const hook = await createHook();
    integration.answer = answer;
    await crew.post(crew.bob, hook.word);
    await delivery(hook, {
      status: 'delivered',
      attempts: 1,
      next_attempt_at: 0,
      error: error ? expect.stringMatching(error) : '',
    });
    await config.patch({ServiceSettings: {OutgoingIntegrationRequestsTimeout: 30}});
  });
});

describe('a receiver that fails', () => {
  test.each([
    ['503', json({}, 503), {status: 'waiting', http_status: 503}],
    ['429', json({}, 429), {status: 'waiting', http_status: 429}],
    ['408', json({}, 408), {status: 'waiting', http_status: 408}],
    ['404', json({}, 404), {status: 'failed', http_status: 404, next_attempt_at: 0}],
    [
      'a redirect',
      ((_q, r) => r.writeHead(302, {location: 'http://10.0.0.1/'}).end()) as Integration['answer'],
      {status: 'failed', http_status: 302},
    ],
    [
      'a cut',
      ((_q, r) => r.destroy()) as Integration['answer'],
      {status: 'waiting', error: expect.stringContaining('could not be reached')},
    ],
    [
      '503 with a flood',
      ((_q, r) => r.writeHead(503).end('x'.repeat(2 << 20))) as Integration['answer'],
      {status: 'waiting', http_status: 503, error: expect.stringContaining('larger than')},
    ],
    [
      '410 with a body that is cut',
      ((_q, r) => {
        r.writeHead(410, {'content-length': 100});
        r.write('{', () => r.destroy());
      }) as Integration['answer'],
      {status: 'failed', http_status: 410, next_attempt_at: 0},
    ],
  ])('%s', async (_name, answer, expected) => {
    const hook = await createHook();
    integration.answer = answer;
    await crew.post(crew.bob, hook.word);
    const row = await delivery(hook, {attempts: 1, ...expected});
    if (row.status === 'waiting') expect(row.next_attempt_at).toBeGreaterThan(row.update_at);
  });

  test.each([
    ['silence', (() => {}) as Integration['answer']],
    ['a drip', ((_q, r) => void r.writeHead(500).write('{')) as Integration['answer']],
  ])('%s does not delay the delivery', async (_name, answer) => {
    const {config} = crew.server.platform;
    await config.patch({ServiceSettings: {OutgoingIntegrationRequestsTimeout: 1}});
    const hook = await createHook();
    integration.answer = answer;
    await crew.post(crew.bob, hook.word);
    await delivery(hook, {
      attempts: 1,
      status: 'waiting',
      error: expect.stringContaining('did not respond within 1 s'),
    });
    await config.patch({ServiceSettings: {OutgoingIntegrationRequestsTimeout: 30}});
  });

  test('is called again with the same id until the delivery fails', async () => {
    const hook = await createHook();
    integration.answer = json({}, 500);
    await crew.post(crew.bob, hook.word);
    let row = await delivery(hook, {status: 'waiting', attempts: 1, http_status: 500});
    for (let attempts = 2; attempts <= 7; attempts++) {
      await sql('update OutgoingWebhookDeliveries set NextAttemptAt = 0 where HookId = $1', [hook.id]);
      // The time of an attempt is its start; this is its end.
      const {update_at: before} = row;
      const update_at = expect.toSatisfy((time: number) => time > before);
      row = await delivery(hook, {attempts, status: attempts === 7 ? 'failed' : 'waiting', update_at});
    }
    expect(new Set(hook.calls().map(({headers}) => headers['x-patchbay-delivery'])).size).toBe(1);

    integration.answer = json({});
    const [{id}] = await logOf(hook);
    const again = await crew.ann.post(`/hooks/outgoing/${hook.id}/deliveries/${id}/redeliver`);
    // The errors of earlier attempts are cleared.
    expect(again).toMatchObject({
      status: 200,
      body: {status: 'waiting', attempts: 0, http_status: 0, error: ''},
    });
    await delivery(hook, {id, status: 'delivered', attempts: 1});
    expect((await crew.ann.get(`/hooks/outgoing/${hook.id}`)).body.failing_since).toBe(0);
  });

  test('for a day is no longer called, and its owner is notified', async () => {
    const hook = await createHook();
    integration.answer = json({}, 410);
    await sql('update OutgoingWebhooks set FailedAttempts = 9, FailingSince = 1 where Id = $1', [hook.id]);
    await crew.post(crew.bob, hook.word);
    await expect
      .poll(async () => (await crew.ann.get(`/hooks/outgoing/${hook.id}`)).body.disabled_at)
      .toBeGreaterThan(0);
    const own = await crew.server.features.channels.directChannel(crew.ann.id, crew.ann.id, crew.ann.id);
    const notices = async () => {
      const {body} = await crew.ann.get(`/channels/${own.id}/posts`);
      return Object.values(body.posts as Record<string, {message: string}>).map(({message}) => message);
    };
    await expect.poll(notices).toEqual([expect.stringContaining(`**${hook.word}** was disabled`)]);
    await crew.post(crew.bob, hook.word);
    expect(hook.calls()).toHaveLength(1);

    integration.answer = json({});
    expect((await crew.ann.post(`/hooks/outgoing/${hook.id}/enable`)).body.disabled_at).toBe(0);
    await crew.post(crew.bob, hook.word);
    await expect.poll(() => hook.calls().length).toBe(2);
  });

  test('does not delay others', async () => {
    const [dead, live] = [await createHook(), await createHook()];
    integration.answer = (request, response) => {
      if (request.url === `/${live.word}`) response.end();
    };
    for (let i = 0; i < 40; i++) await crew.post(crew.bob, dead.word);
    await crew.post(crew.bob, live.word);
    await delivery(live, {status: 'delivered'});
    expect(dead.calls().length).toBeLessThan(40);
    await crew.ann.delete(`/hooks/outgoing/${dead.id}`);
  });
});

test('a delivery that a process abandoned is completed by the next one', async () => {
  const {webhookDelivery} = crew.server.features;
  const hook = await createHook();
  await webhookDelivery.stop();
  await crew.post(crew.bob, hook.word);
  expect(await logOf(hook)).toMatchObject([{status: 'waiting', attempts: 0}]);
  // As left by a process that was killed during an attempt, after its deadline.
  await sql('update OutgoingWebhookDeliveries set Attempts = 1, NextAttemptAt = 1 where HookId = $1', [
    hook.id,
  ]);
  webhookDelivery.start();
  await delivery(hook, {status: 'delivered', attempts: 2});
});

test('stopping returns deliveries that take too long', async () => {
  const {webhookDelivery} = crew.server.features;
  await crew.server.platform.config.patch({ServiceSettings: {OutgoingIntegrationRequestsTimeout: 60}});
  const hook = await createHook();
  integration.answer = () => {};
  await crew.post(crew.bob, hook.word);
  await expect.poll(() => hook.calls().length).toBe(1);
  await webhookDelivery.stop();
  expect(await logOf(hook)).toMatchObject([{status: 'waiting', attempts: 0}]);
  integration.answer = json({});
  webhookDelivery.start();
  await delivery(hook, {status: 'delivered', attempts: 1});
  await crew.server.platform.config.patch({ServiceSettings: {OutgoingIntegrationRequestsTimeout: 30}});
}, 15_000);

describe('a webhook can only do what its owner may do at that moment:', () => {
  let owner: Awaited<ReturnType<typeof crew.server.person>>;
  let hook: Hook;

  beforeEach(async () => {
    owner = await crew.server.person(`owner${++count}`);
    await crew.server.features.teams.addMember(crew.teamId, owner.id, crew.ann.id);
  });

  /** Has a system administrator transfer a new webhook to the user. */
  async function ownedHook(more: object = {}): Promise<void> {
    hook = await createHook(more);
    const path = `/hooks/outgoing/${hook.id}/transfer`;
    expect((await crew.server.admin.post(path, {user_id: owner.id})).status).toBe(200);
  }

  test.each([
    ['deactivated', () => crew.server.admin.put(`/users/${owner.id}/active`, {active: false})],
    ['removed from the team', () => crew.ann.delete(`/teams/${crew.teamId}/members/${owner.id}`)],
  ])('nothing is delivered once its owner is %s', async (what, happen) => {
    await ownedHook();
    await crew.post(crew.bob, hook.word);
    await delivery(hook, {status: 'delivered'});
    expect((await happen()).status).toBe(200);
    const post = await crew.post(crew.bob, hook.word);
    await delivery(hook, {
      post_id: post.id,
      status: 'failed',
      error: expect.stringContaining(what === 'deactivated' ? 'is deactivated' : 'not a member of the team'),
    });
    expect(hook.calls()).toHaveLength(1);
  });

  test('messages of a channel that became private without its owner are not delivered, not even again', async () => {
    const name = `closing${count}`;
    const channel_id = await crew.channel(name, [crew.ann, crew.bob]);
    await ownedHook({channel_id});
    await crew.post(crew.bob, hook.word, {channel_id});
    const {id} = await delivery(hook, {status: 'delivered'});
    await crew.server.admin.put(`/channels/${channel_id}/privacy`, {privacy: 'P'});
    await crew.ann.post(`/hooks/outgoing/${hook.id}/deliveries/${id}/redeliver`);
    await delivery(hook, {status: 'failed', error: expect.stringContaining('not a member of the channel')});
    expect(hook.calls()).toHaveLength(1);
  });

  test('no response is posted where its owner may not post', async () => {
    const channel_id = await crew.channel(`quiet${count}`, [crew.ann, crew.bob, owner]);
    await ownedHook({channel_id});
    integration.answer = json({text: 'an answer'});
    const post = await crew.post(crew.bob, hook.word, {channel_id});
    await delivery(hook, {post_id: post.id, reply_post_id: expect.stringMatching(/\w/)});
    integration.answer = (request, response) => {
      const moderation = [{name: 'create_post', roles: {members: false}}];
      void crew.server.admin.put(`/channels/${channel_id}/moderations/patch`, moderation).then(() => {
        json({text: 'an answer'})(request, response);
      });
    };
    const second = await crew.post(crew.bob, hook.word, {channel_id});
    await delivery(hook, {
      post_id: second.id,
      status: 'delivered',
      reply_post_id: '',
      error: expect.stringContaining('is not allowed to post in the channel'),
    });
  });
});

test('a team administrator can rename the webhook of someone else, but not change what it calls', async () => {
  const owner = await crew.server.person(`builder${++count}`);
  await crew.server.features.teams.addMember(crew.teamId, owner.id, crew.ann.id);
  const hook = await createHook();
  await crew.server.admin.post(`/hooks/outgoing/${hook.id}/transfer`, {user_id: owner.id});
  const path = `/hooks/outgoing/${hook.id}`;
  const {body: now} = await crew.ann.get(path);
  expect((await crew.ann.put(path, {...now, description: 'renamed'})).status).toBe(200);
  for (const change of [
    {callback_urls: [`${integration.url}/elsewhere`]},
    {trigger_words: ['everything']},
    {trigger_when: 1},
    {channel_id: crew.channelId},
    {allow_private_channel: true},
  ]) {
    expect(await crew.ann.put(path, {...now, ...change}), JSON.stringify(change)).toMatchObject({
      status: 403,
      body: {message: expect.stringContaining("Only the webhook's owner or a system administrator")},
    });
    expect((await crew.server.admin.put(path, {...now, ...change})).status).toBe(200);
    await crew.server.admin.put(path, now);
  }
});

describe('managing', () => {
  test('webhooks can be updated, get a new token, be listed and be deleted', async () => {
    const hook = await createHook({description: 'old'});
    const changed = await crew.ann.put(`/hooks/outgoing/${hook.id}`, {...hook, description: 'new'});
    expect(changed).toMatchObject({status: 200, body: {description: 'new', token: hook.token}});
    const regenerated = await crew.ann.post(`/hooks/outgoing/${hook.id}/regen_token`);
    expect(regenerated.body.token).not.toBe(hook.token);
    const ids = async (query: string) =>
      (await crew.ann.get(`/hooks/outgoing?${query}`)).body.map(({id}: {id: string}) => id);
    expect(await ids(`team_id=${crew.teamId}&per_page=200`)).toContain(hook.id);
    expect(await ids(`channel_id=${crew.channelId}`)).not.toContain(hook.id);
    expect((await crew.bob.get(`/hooks/outgoing/${hook.id}`)).status).toBe(403);
    await crew.ann.delete(`/hooks/outgoing/${hook.id}`);
    expect((await crew.ann.get(`/hooks/outgoing/${hook.id}`)).status).toBe(404);
  });

  describe('at the same time', () => {
    let hook: Hook;
    let path: string;
    beforeEach(async () => {
      hook = await createHook();
      path = `/hooks/outgoing/${hook.id}`;
    });
    const edit = () => crew.ann.put(path, {...hook, display_name: 'Builds'});
    const atOnce = (...changes: (() => ReturnType<typeof edit>)[]) =>
      changeAtOnce(crew.server.platform.database, {table: 'OutgoingWebhooks', id: hook.id}, changes);

    test('an edit keeps a new token', async () => {
      const [renewed, edited] = await atOnce(() => crew.ann.post(`${path}/regen_token`), edit);
      const expected = {token: renewed!.body.token, display_name: 'Builds'};
      expect(edited!.body).toMatchObject(expected);
      expect((await crew.ann.get(path)).body).toMatchObject(expected);
      expect(renewed!.body.token).not.toBe(hook.token);
    });

    test('an edit keeps a new signing secret', async () => {
      const [signing, edited] = await atOnce(() => crew.ann.post(`${path}/signing_secret`), edit);
      expect([signing!.status, edited!.status]).toEqual([200, 200]);
      const expected = {signed: true, display_name: 'Builds'};
      expect(edited!.body).toMatchObject(expected);
      expect((await crew.ann.get(path)).body).toMatchObject(expected);
    });

    test('a change of the name keeps a new URL', async () => {
      const callback_urls = [`${integration.url}/${hook.word}/secret`];
      await atOnce(() => crew.ann.put(path, {...hook, callback_urls}), edit);
      expect((await crew.ann.get(path)).body).toMatchObject({callback_urls, display_name: 'Builds'});
    });

    test.each([
      ['edited', edit],
      ['enabled', () => crew.ann.post(`${path}/enable`)],
      ['given a new token', () => crew.ann.post(`${path}/regen_token`)],
    ])('a deleted webhook is not %s', async (_name, change) => {
      const [deleted, changed] = await atOnce(() => crew.ann.delete(path), change);
      expect([deleted!.status, changed!.status]).toEqual([200, 404]);
      expect((await crew.ann.get(path)).status).toBe(404);
    });
  });

  test('a transfer to another member of the team makes them the author of responses', async () => {
    const hook = await createHook();
    const give = (to: {id: string}, what = hook) =>
      crew.ann.post(`/hooks/outgoing/${what.id}/transfer`, {user_id: to.id});
    const {body: bot} = await crew.server.admin.post('/bots', {username: `robot${count}`});
    const gone = await crew.server.person('gone');
    await crew.server.features.teams.addMember(crew.teamId, gone.id, crew.ann.id);
    await crew.server.admin.delete(`/users/${gone.id}`);
    for (const [to, message] of [
      [{id: bot.user_id}, 'A webhook cannot belong to a bot.'],
      [{id: 'x'.repeat(26)}, 'The account no longer exists'],
      [gone, 'The account gone is deactivated.'],
      [crew.stranger, "is not a member of the webhook's team"],
    ] as const) {
      expect(await give(to)).toMatchObject({
        status: 400,
        body: {message: expect.stringContaining(message)},
      });
    }
    expect((await crew.bob.post(`/hooks/outgoing/${hook.id}/transfer`, {user_id: crew.bob.id})).status).toBe(
      403,
    );
    await crew.post(crew.cat, hook.word);
    const given = await crew.server.admin.post(`/hooks/outgoing/${hook.id}/transfer`, {user_id: crew.bob.id});
    expect(given.body).toMatchObject({creator_id: crew.bob.id, token: hook.token});
    integration.answer = json({text: 'for Bob'});
    const post = await crew.post(crew.cat, hook.word);
    const {reply_post_id} = await delivery(hook, {
      post_id: post.id,
      reply_post_id: expect.stringMatching(/\w/),
    });
    expect((await lastPosts()).posts[reply_post_id].user_id).toBe(crew.bob.id);
  });

  test('a webhook for a private channel can be transferred between its members', async () => {
    const channel_id = await crew.channel('heirs', [crew.ann, crew.bob], 'P');
    const hook = await createHook({channel_id, allow_private_channel: true});
    const give = (by: {post: typeof crew.ann.post}, to: {id: string}) =>
      by.post(`/hooks/outgoing/${hook.id}/transfer`, {user_id: to.id});
    for (const refused of [await give(crew.ann, crew.cat), await give(crew.server.admin, crew.bob)]) {
      expect(refused).toMatchObject({
        status: 403,
        body: {id: 'api.webhook.create_outgoing.permissions.app_error'},
      });
    }
    const path = `/teams/${crew.teamId}/members/${crew.bob.id}/schemeRoles`;
    await crew.server.admin.put(path, {scheme_admin: true, scheme_user: true});
    const offered = await give(crew.ann, crew.bob);
    expect(offered.status).toBe(202);
    expect((await crew.bob.post(`/integrations/transfers/${offered.body.id}/accept`)).status).toBe(200);
    await crew.server.admin.put(path, {scheme_admin: false, scheme_user: true});
    await crew.ann.delete(`/channels/${channel_id}/members/${crew.ann.id}`);
    await crew.post(crew.bob, hook.word, {channel_id});
    await delivery(hook, {status: 'delivered'});
  });

  test.each([
    [
      'no channel and no trigger words',
      {trigger_words: []},
      400,
      'api.webhook.create_outgoing.triggers.app_error',
    ],
    [
      'an empty trigger word',
      {trigger_words: ['']},
      400,
      'model.outgoing_hook.is_valid.trigger_words.app_error',
    ],
    ['no URL', {callback_urls: []}, 400, 'model.outgoing_hook.is_valid.callback_urls.app_error'],
    [
      'a bad URL',
      {callback_urls: ['ftp://x']},
      400,
      'model.outgoing_hook.is_valid.callback_urls[0].app_error',
    ],
    [
      'long words',
      {trigger_words: ['x'.repeat(1025)]},
      400,
      'model.outgoing_hook.is_valid.trigger_words.app_error',
    ],
    [
      'a long name',
      {display_name: 'x'.repeat(65)},
      400,
      'model.outgoing_hook.is_valid.display_name.app_error',
    ],
    ['an unknown channel', {channel_id: 'x'.repeat(26)}, 404, 'app.channel.get.existing.app_error'],
  ])('%s is rejected', async (_name, more, status, id) => {
    const body = {team_id: crew.teamId, trigger_words: ['w'], callback_urls: [integration.url], ...more};
    expect(await crew.ann.post('/hooks/outgoing', body)).toMatchObject({status, body: {id}});
  });

  test('a private channel is rejected, and the same URL for the same trigger word', async () => {
    const channel_id = await crew.channel('closed', [crew.ann], 'P');
    const body = {team_id: crew.teamId, trigger_words: ['w'], callback_urls: [integration.url]};
    expect((await crew.ann.post('/hooks/outgoing', {...body, channel_id})).status).toBe(403);
    const hook = await createHook();
    const same = {...body, trigger_words: [hook.word], callback_urls: hook.callback_urls};
    expect(await crew.ann.post('/hooks/outgoing', same)).toMatchObject({
      status: 500,
      body: {
        id: 'api.webhook.create_outgoing.intersect.app_error',
        message: expect.stringContaining('same URL for the same trigger word'),
      },
    });
    const other = await createHook();
    expect(await crew.ann.put(`/hooks/outgoing/${other.id}`, {...other, ...same})).toMatchObject({
      status: 400,
      body: {id: 'api.webhook.update_outgoing.intersect.app_error'},
    });
  });
});
