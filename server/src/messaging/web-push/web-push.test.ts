import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {OVERNIGHT, scheduleNotifications} from '../../../../test/support/notification-hours.ts';
import {ALLOW_LOOPBACK} from '../../../../test/support/picture-site.ts';
import {
  type PushedBrowser,
  type PushService,
  startPushService,
} from '../../../../test/support/push-service.ts';
import {createTestServer, type Person, TEST_PASSWORD} from '../../../../test/support/test-server.ts';
import {wantsPush} from './rules.ts';

let service: PushService;
let crew: Crew;
/** Ann's browser. */
let browser: PushedBrowser;
let direct: string;

beforeAll(async () => {
  service = await startPushService();
  crew = await createCrew({
    ServiceSettings: {...ALLOW_LOOPBACK.ServiceSettings, SiteURL: 'https://chat.example.com'},
  });
  const {ann, bob, server} = crew;
  service.senderKey = (await ann.get('/web_push/key')).body.public_key;
  direct = (await server.features.channels.directChannel(ann.id, bob.id, bob.id)).id;
});
beforeEach(async () => {
  browser = service.browser();
  expect((await crew.ann.put('/web_push/subscription', browser.subscription)).status).toBe(200);
  await setStatus(crew.ann, 'offline');
});
afterEach(async () => {
  service.status = 201;
  await crew.server.platform.config.patch({WebPushSettings: {Enable: true, Contents: 'full'}});
  await crew.server.platform.database.execute({text: 'delete from WebPushSubscriptions'});
});
afterAll(async () => {
  await crew.close();
  await service.close();
});

async function setStatus(person: Person, status: string): Promise<void> {
  await person.put(`/users/${person.id}/status`, {user_id: person.id, status});
}

/** Posts a direct message that triggers a notification, and returns the notifications that arrived before it. */
async function receivedBefore(wanted = browser): Promise<PushedBrowser['received']> {
  await crew.post(crew.bob, 'the last one', {channel_id: direct});
  const isLast = ({body}: {body: string}) => body === 'the last one';
  await expect.poll(() => wanted.received.some(isLast)).toBe(true);
  return wanted.received.filter((one) => !isLast(one));
}

const subscriptions = () =>
  crew.server.platform.database.rows({text: 'select UserId, Endpoint from WebPushSubscriptions'});

describe('a push notification', () => {
  test('for a mention has the channel, the sender, the text and a link, and is encrypted and signed', async () => {
    const post = await crew.post(crew.bob, '@ann is this ready?');
    expect(await receivedBefore()).toEqual([
      {
        title: 'Town Square',
        body: '@bob: @ann is this ready?',
        tag: crew.channelId,
        path: `/_redirect/pl/${post.id}`,
      },
    ]);
    expect(service.requests.at(-1)).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
    });
  });

  test('for a direct message has the sender as its title', async () => {
    await crew.post(crew.bob, 'psst', {channel_id: direct});
    expect(await receivedBefore()).toMatchObject([{title: '@bob', body: 'psst', tag: direct}]);
  });

  test('has no message if the server is configured so, and is in the language of the user', async () => {
    await crew.server.platform.config.patch({WebPushSettings: {Contents: 'generic'}});
    await crew.ann.put('/users/me/patch', {locale: 'de'});
    await crew.post(crew.bob, '@ann the secret plan');
    await expect
      .poll(() => browser.received)
      .toMatchObject([{title: 'Town Square', body: '@bob: Neue Nachricht'}]);
    await crew.ann.put('/users/me/patch', {locale: 'en'});
  });

  test('for a reply that is also sent to the channel says so, and replaces the notification for the reply', async () => {
    const root = await crew.post(crew.ann, 'Who waters the plants?', {channel_id: direct});
    await setStatus(crew.ann, 'offline');
    const reply = await crew.post(crew.bob, 'I do', {
      channel_id: direct,
      root_id: root.id,
      props: {},
      reply_broadcast: true,
    });
    const notice = {title: '@bob', tag: root.id, path: `/_redirect/pl/${reply.id}`};
    await expect.poll(() => browser.received.length).toBe(2);
    expect(browser.received).toContainEqual({...notice, body: 'I do'});
    expect(browser.received).toContainEqual({...notice, body: 'Replied in a thread: I do'});
  });

  test('is shortened', async () => {
    await crew.post(crew.bob, `@ann ${'😀'.repeat(2000)}`);
    await expect.poll(() => browser.received.length).toBe(1);
    expect([...browser.received[0]!.body]).toHaveLength('@bob: '.length + 300);
    expect(browser.received[0]!.body).toMatch(/😀…$/u);
  });

  test('is sent to the author of a message from an integration, but not of their own message', async () => {
    const {ann, channelId, server} = crew;
    const hook = await ann.post('/hooks/incoming', {channel_id: channelId});
    await crew.post(ann, 'own message of @ann');
    await server.anonymous.post(`/hooks/${hook.body.id}`, {text: '@ann deploy failed'});
    expect(await receivedBefore()).toMatchObject([{body: expect.stringContaining('deploy failed')}]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['nothing that concerns the user', () => crew.post(crew.bob, 'hello everyone')],
    [
      'a reply in a muted thread that mentions no one',
      async () => {
        const {ann, bob} = crew;
        const root = await crew.post(ann, 'a topic');
        const mute = {user_id: ann.id, category: 'muted_threads', name: root.id, value: 'true'};
        await ann.put('/users/me/preferences', [mute]);
        await crew.post(bob, 'an answer', {root_id: root.id});
      },
    ],
    [
      'a mention in a channel that the user has left',
      async () => {
        const channelId = await crew.channel(`left${Date.now()}`, [crew.bob, crew.ann]);
        await crew.ann.delete(`/channels/${channelId}/members/${crew.ann.id}`);
        await crew.post(crew.bob, '@ann hello', {channel_id: channelId});
      },
    ],
    [
      'a system message',
      async () => {
        await crew.channel(`joined${Date.now()}`, [crew.bob, crew.ann]);
      },
    ],
  ])('is not sent for %s', async (_what, act) => {
    await act();
    expect(await receivedBefore()).toEqual([]);
  });

  test('is not sent if push notifications are disabled', async () => {
    await crew.server.platform.config.patch({WebPushSettings: {Enable: false}});
    await crew.post(crew.bob, '@ann hello');
    expect(await crew.ann.get('/web_push/key')).toMatchObject({
      status: 501,
      body: {id: 'api.web_push.disabled.app_error'},
    });
    await crew.server.platform.config.patch({WebPushSettings: {Enable: true}});
    expect(await receivedBefore()).toEqual([]);
  });

  test('is not sent outside of the notification schedule of the user, in their time zone', async () => {
    const {ann, bob, cat} = crew;
    const other = service.browser();
    await cat.put('/web_push/subscription', other.subscription);
    await setStatus(cat, 'offline');
    await scheduleNotifications(ann, OVERNIGHT.withoutNoon);
    await ann.get('/users/me/preferences');
    await crew.post(bob, '@ann @cat hello');
    await expect.poll(() => other.received.length).toBe(1);
    await scheduleNotifications(ann, OVERNIGHT.withNoon);
    expect(await receivedBefore()).toEqual([]);
    await scheduleNotifications(ann, '');
  });

  test('is not delayed by the push services of others', async () => {
    let ended = 0;
    const stalled = createServer((request) => request.on('close', () => ended++));
    await new Promise<void>((resolve) => stalled.listen(0, '127.0.0.1', resolve));
    const {port} = stalled.address() as AddressInfo;
    const {cat, bob, server} = crew;
    const user = await server.features.users.byId(cat.id);
    for (let n = 0; n < 5; n++) {
      const {token} = await server.features.sessions.open(user);
      const {subscription} = service.browser();
      const endpoint = `http://127.0.0.1:${port}/${n}`;
      await server.withToken(token).put('/web_push/subscription', {...subscription, endpoint});
    }
    await setStatus(cat, 'offline');
    for (let n = 0; n < 8; n++) await crew.post(bob, `@cat ${n}`);
    expect(await receivedBefore()).toEqual([]);
    expect(ended).toBe(0);
    stalled.closeAllConnections();
    await new Promise((resolve) => stalled.close(resolve));
  });

  test('is sent once for a post from another node', async () => {
    const other = await createTestServer({sharing: crew.server, settings: ALLOW_LOOPBACK});
    await other.withToken(crew.bob.token).post('/posts', {channel_id: direct, message: 'from there'});
    await expect.poll(() => browser.received).toMatchObject([{body: 'from there'}]);
    await other.close();
    expect(await receivedBefore()).toHaveLength(1);
  });
});

describe('whether to send depends on settings', () => {
  const mention = {
    notifyProps: {push: 'mention', push_status: 'away'},
    channelNotifyProps: {},
    status: 'away' as const,
    isMentioned: true,
    isDirect: false,
    isReply: false,
    isFollower: false,
  };
  const plain = {...mention, isMentioned: false};
  const reply = {...plain, isReply: true, isFollower: true};
  test.each<[string, Partial<Parameters<typeof wantsPush>[0]>, boolean]>([
    ['a mention', mention, true],
    ['a message', plain, false],
    ['a direct message', {...plain, isDirect: true}, true],
    ['a message, for those who want all', {...plain, notifyProps: {push: 'all'}}, true],
    ['a mention, for those who want none', {...mention, notifyProps: {push: 'none'}}, false],
    ['a message in a channel set to all', {...plain, channelNotifyProps: {push: 'all'}}, true],
    ['a mention in a channel set to none', {...mention, channelNotifyProps: {push: 'none'}}, false],
    ['a mention in a muted channel', {...mention, channelNotifyProps: {mark_unread: 'mention'}}, false],
    ['a reply in a followed thread', reply, true],
    ['a reply in another thread', {...reply, isFollower: false, notifyProps: {push: 'all'}}, false],
    ['a reply, for those who want mentions only', {...reply, notifyProps: {push_threads: 'mention'}}, false],
    ['a mention while do not disturb is on', {...mention, status: 'dnd'}, false],
    ['a mention while online', {...mention, status: 'online'}, false],
    [
      'a mention while online, for those who want it',
      {...mention, status: 'online', notifyProps: {push_status: 'online'}},
      true,
    ],
    ['a mention while away, for those offline', {...mention, notifyProps: {push_status: 'offline'}}, false],
    [
      'a mention while offline, for those offline',
      {...mention, status: 'offline', notifyProps: {push_status: 'offline'}},
      true,
    ],
  ])('%s', (_what, one, expected) => {
    expect(wantsPush({...mention, ...one})).toBe(expected);
  });
});

describe('a subscription', () => {
  async function signIn(
    person: Person,
  ): Promise<{token: string; client: ReturnType<typeof crew.server.withToken>}> {
    const {headers} = await crew.server.anonymous.post('/users/login', {
      login_id: person.username,
      password: TEST_PASSWORD,
    });
    const token = String(headers.token);
    return {token, client: crew.server.withToken(token)};
  }

  test('belongs to a session, and is deleted with it', async () => {
    const phone = service.browser();
    const {client} = await signIn(crew.ann);
    await client.put('/web_push/subscription', phone.subscription);
    await crew.post(crew.bob, 'to both', {channel_id: direct});
    await expect.poll(() => [browser, phone].map(({received}) => received.length)).toEqual([1, 1]);
    await client.post('/users/logout');
    await crew.post(crew.bob, 'to one', {channel_id: direct});
    expect(await receivedBefore()).toHaveLength(2);
    expect(phone.received).toHaveLength(1);
    expect(await subscriptions()).toHaveLength(2);
    await crew.server.features.webPush.sweep();
    expect(await subscriptions()).toEqual([{userid: crew.ann.id, endpoint: browser.subscription.endpoint}]);
  });

  test('of a browser is moved to the account that signs in there', async () => {
    const {client} = await signIn(crew.cat);
    await client.put('/web_push/subscription', browser.subscription);
    expect(await subscriptions()).toEqual([{userid: crew.cat.id, endpoint: browser.subscription.endpoint}]);
  });

  test('can be replaced and deleted', async () => {
    const next = service.browser();
    await crew.ann.put('/web_push/subscription', next.subscription);
    expect(await subscriptions()).toMatchObject([{endpoint: next.subscription.endpoint}]);
    await crew.ann.delete('/web_push/subscription');
    expect(await subscriptions()).toEqual([]);
  });

  test.each([404, 410, 403])('is removed when the push service responds with %i', async (status) => {
    service.status = status;
    await crew.post(crew.bob, 'hello', {channel_id: direct});
    await expect.poll(subscriptions).toEqual([]);
  });

  test.each([429, 500])('is kept when the push service responds with %i', async (status) => {
    service.status = status;
    const before = service.requests.length;
    await crew.post(crew.bob, 'hello', {channel_id: direct});
    await expect.poll(() => service.requests.length).toBe(before + 1);
    service.status = 201;
    await receivedBefore();
    expect(await subscriptions()).toHaveLength(1);
  });

  test('is the oldest of 20, and ends when the user subscribes another browser', async () => {
    const {ann, server} = crew;
    const user = await server.features.users.byId(ann.id);
    const endpoints = [browser.subscription.endpoint];
    for (let n = 0; n < 20; n++) {
      const {token} = await server.features.sessions.open(user);
      const {subscription} = service.browser();
      await server.withToken(token).put('/web_push/subscription', subscription);
      endpoints.push(subscription.endpoint);
    }
    const left = (await subscriptions()) as {endpoint: string}[];
    expect(left.map(({endpoint}) => endpoint).sort()).toEqual(endpoints.slice(1).sort());
  });

  test('is listed for administrators with its last results, and can be removed', async () => {
    const {ann, bob, server} = crew;
    const list = async (query = '', person = server.admin) =>
      (await person.get(`/web_push/subscriptions${query}`)) as {
        status: number;
        body: Record<string, unknown>[];
      };
    expect((await list('', ann)).status).toBe(403);
    const {status, body} = await list();
    const sessionId = String(body[0]!.session_id);
    const sessions = (await ann.get('/users/me/sessions')).body as {id: string}[];
    expect(sessions.map(({id}) => id)).toContain(sessionId);
    const subscription = {
      session_id: sessionId,
      user_id: ann.id,
      username: 'ann',
      host: new URL(service.url).host,
      create_at: expect.any(Number),
      sent_at: 0,
      failed_at: 0,
      failure: '',
      props: {browser: expect.any(String), os: expect.any(String), platform: expect.any(String)},
    };
    expect([status, body]).toEqual([200, [subscription]]);
    await ann.post('/web_push/test');
    expect((await list()).body).toEqual([{...subscription, sent_at: expect.any(Number)}]);
    expect((await list()).body[0]!.sent_at).toBeGreaterThan(0);
    expect((await list('?failing=true')).body).toEqual([]);
    service.status = 500;
    await ann.post('/web_push/test');
    const failed = {failed_at: expect.any(Number), failure: 'HTTP 500'};
    expect((await list('?failing=true&term=AN')).body).toMatchObject([failed]);
    expect((await list('?term=bob')).body).toEqual([]);
    // The browser subscribes again when the client starts, which keeps the results.
    await ann.put('/web_push/subscription', browser.subscription);
    expect((await list()).body).toMatchObject([failed]);
    await ann.put('/web_push/subscription', service.browser().subscription);
    expect((await list()).body).toMatchObject([{sent_at: 0, failed_at: 0, failure: ''}]);

    const remove = (person = server.admin) => person.delete(`/web_push/subscriptions/${sessionId}`);
    expect((await remove(bob)).status).toBe(403);
    expect((await remove()).status).toBe(200);
    expect(await subscriptions()).toEqual([]);
    expect(await remove()).toMatchObject({status: 404, body: {id: 'api.web_push.missing.app_error'}});
  });

  test('can be tested', async () => {
    expect(await crew.ann.post('/web_push/test')).toMatchObject({status: 200, body: {status: 'OK'}});
    expect(browser.received).toMatchObject([{title: 'Push notifications work'}]);
    service.status = 500;
    expect(await crew.ann.post('/web_push/test')).toMatchObject({
      status: 502,
      body: {message: expect.stringContaining('HTTP 500')},
    });
    expect(await crew.bob.post('/web_push/test')).toMatchObject({
      status: 404,
      body: {id: 'api.web_push.not_subscribed.app_error'},
    });
  });

  test.each<[string, (valid: PushedBrowser['subscription']) => object, string]>([
    ['a URL that is not http', (one) => ({...one, endpoint: 'file:///etc/passwd'}), 'endpoint'],
    ['a URL with a password', (one) => ({...one, endpoint: 'https://a:b@example.com/'}), 'endpoint'],
    ['a key that is too short', (one) => ({...one, keys: {...one.keys, p256dh: 'AAAA'}}), 'keys.p256dh'],
    [
      'a key that is not on the curve',
      (one) => ({
        ...one,
        keys: {...one.keys, p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')},
      }),
      'keys.p256dh',
    ],
    ['a secret that is too short', (one) => ({...one, keys: {...one.keys, auth: 'AAAA'}}), 'keys.auth'],
  ])('with %s is rejected', async (_what, change, name) => {
    expect(await crew.ann.put('/web_push/subscription', change(browser.subscription))).toMatchObject({
      status: 400,
      body: {id: 'api.web_push.invalid_subscription.app_error', message: expect.stringContaining(name)},
    });
  });

  test('is not available for access tokens', async () => {
    await crew.server.platform.config.patch({ServiceSettings: {EnableUserAccessTokens: true}});
    await crew.server.admin.put(`/users/${crew.bob.id}/roles`, {
      roles: 'system_user system_user_access_token',
    });
    const {body} = await crew.bob.post(`/users/${crew.bob.id}/tokens`, {description: 'test'});
    const client = crew.server.withToken(body.token);
    expect(await client.put('/web_push/subscription', browser.subscription)).toMatchObject({status: 403});
  });

  test('does not reach addresses inside the network', async () => {
    await crew.server.platform.config.patch({ServiceSettings: {AllowedUntrustedInternalConnections: ''}});
    expect(await crew.ann.post('/web_push/test')).toMatchObject({status: 502});
    expect(browser.received).toEqual([]);
    await crew.server.platform.config.patch(ALLOW_LOOPBACK);
  });
});
