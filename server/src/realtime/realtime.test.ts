import {request} from 'node:http';
import {setTimeout} from 'node:timers/promises';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi} from 'vitest';
import {WebSocket} from 'ws';
import {openSocket, type SocketClient} from '../../../test/support/socket-client.ts';
import {createTestServer, type Person, type TestServer} from '../../../test/support/test-server.ts';

let server: TestServer;
let address: string;
let anna: Person;
let ben: Person;
let counter = 0;

beforeAll(async () => {
  server = await createTestServer({settings: {ServiceSettings: {SiteURL: 'https://chat.example.com'}}});
  address = await server.listen();
  anna = await server.person('anna');
  ben = await server.person('ben');
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

/** Simulates that time has passed. */
function pass(millis: number): void {
  vi.useFakeTimers({toFake: ['Date'], now: Date.now() + millis});
}

/** Publishes an event that only this user receives, on all of their connections. */
function publishEvent({id}: Person, threadId = 'a thread'): void {
  const event = {userId: id, teamId: '', channelId: '', threadId, following: true, replyCount: 1};
  server.platform.events.publish('thread:follow-changed', event);
}

describe('authentication', () => {
  test('a token in the header opens the connection, which starts with hello', async () => {
    const client = await openSocket(address, {token: anna.token});
    const hello = await client.next('hello');
    expect(hello).toEqual({
      event: 'hello',
      data: {
        server_version: expect.stringMatching(/^11\.9\.0\./),
        connection_id: expect.stringMatching(/^[a-z0-9]{26}$/),
        server_hostname: expect.any(String),
      },
      broadcast: {
        omit_users: null,
        user_id: anna.id,
        channel_id: '',
        team_id: '',
        connection_id: hello.data.connection_id,
        omit_connection_id: '',
      },
      seq: 0,
    });
    await client.cut();
  });

  test('a challenge opens it, and responses to later requests arrive in order', async () => {
    const client = await openSocket(address);
    const challenge = client.ask('authentication_challenge', {token: anna.token});
    const ping = client.ask('ping');
    expect(await challenge).toEqual({status: 'OK', seq_reply: 1, data: {}});
    expect(await ping).toMatchObject({status: 'OK', seq_reply: 2, data: {text: 'pong'}});
    expect((await client.next('hello')).seq).toBe(0);
    await client.cut();
  });

  test('an invalid token in a challenge closes it', async () => {
    const client = await openSocket(address);
    client.socket.send(JSON.stringify({seq: 1, action: 'authentication_challenge', data: {token: 'x'}}));
    expect(await client.closed).toBe(1008);
  });

  test('clients that do not authenticate within five seconds are disconnected', async () => {
    const client = await openSocket(address);
    expect(await client.ask('get_statuses')).toMatchObject({
      status: 'FAIL',
      error: {id: 'api.web_socket_router.not_authenticated.app_error', status_code: 401},
    });
    pass(5_000);
    expect(await client.closed).toBe(1008);
    expect(client.heard).toEqual([]);
  });

  test('a cookie is accepted only from pages of this server', async () => {
    const cookie = `MMAUTHTOKEN=${anna.token}`;
    for (const origin of [address, 'https://chat.example.com']) {
      const client = await openSocket(address, {headers: {cookie, origin}});
      await client.next('hello');
      await client.cut();
    }
    const foreign = openSocket(address, {headers: {cookie, origin: 'https://evil.example'}});
    await expect(foreign).rejects.toThrow('403');
  });

  test('pages of other sites can connect with a token', async () => {
    const client = await openSocket(address, {token: anna.token, headers: {origin: 'https://bot.example'}});
    await client.next('hello');
    await client.cut();
  });

  test('other paths have no WebSocket, and other upgrade protocols are ignored', async () => {
    await expect(openSocket(address, {token: anna.token, query: '/more'})).rejects.toThrow('404');
    const status = await new Promise((resolve, reject) => {
      request(`${address}/api/v4/system/ping`, {headers: {connection: 'upgrade', upgrade: 'h2c'}})
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});

describe('events from before the connection', () => {
  let cleo: Person;
  let startedAt: number;
  beforeEach(async () => {
    startedAt = performance.now();
    // The server sees a request later than the test sends it, and then `all()` doesn't reach back to the start any more.
    // Events are later than that, even on a busy machine.
    await setTimeout(500);
    cleo = await server.person(`cleo${counter++}`);
  });

  /** All milliseconds since the test started. */
  const all = () => Math.floor(performance.now() - startedAt);
  const open = (millis: number, {token} = cleo) =>
    openSocket(address, {token, query: `?recent_ms=${millis}`});
  const isKnown = async (client: SocketClient) =>
    (await client.next('hello')).data.recent_event_ages !== null;

  test('a new connection gets those of the last milliseconds, in order, after hello', async () => {
    publishEvent(ben, 'not mine');
    publishEvent(cleo, 'first');
    publishEvent(cleo, 'second');
    const client = await open(all());
    expect(await isKnown(client)).toBe(true);
    publishEvent(cleo, 'third');
    await client.next('thread_follow_changed', ({data}) => data.thread_id === 'third');
    const follows = client.heard.filter(({event}) => event === 'thread_follow_changed');
    expect(follows.map(({data}) => data.thread_id)).toEqual(['first', 'second', 'third']);
    expect(client.heard[0]!.event).toBe('hello');
    expect(client.heard.map(({seq}) => seq)).toEqual(client.heard.map((_, index) => index));
    await client.cut();
  });

  test('hello has their ages, in order', async () => {
    publishEvent(cleo, 'first');
    const between = performance.now();
    await server.person(`cleo${counter++}`);
    publishEvent(cleo, 'second');
    const elapsed = performance.now() - between;
    const client = await open(all());
    const ages: number[] = (await client.next('hello')).data.recent_event_ages;
    const next = async () => client.next('thread_follow_changed');
    await Promise.all([next(), next()]);
    const replayed = client.heard.slice(1, 1 + ages.length).map(({data}) => data.thread_id);
    const [first, second] = ['first', 'second'].map((name) => ages[replayed.indexOf(name)]!);
    // Ages are rounded down.
    expect(first! - second!).toBeGreaterThanOrEqual(Math.floor(elapsed) - 1);
    expect(first).toBeLessThanOrEqual(all());
    expect(second).toBeGreaterThanOrEqual(0);
    await client.cut();
  });

  test('it gets none from before that', async () => {
    publishEvent(cleo, 'earlier');
    const client = await open(0);
    expect(await isKnown(client)).toBe(true);
    publishEvent(cleo, 'later');
    expect((await client.next('thread_follow_changed')).data.thread_id).toBe('later');
    await client.cut();
  });

  test('hello tells if there are too many, or if they are no longer known', async () => {
    const tooOld = await open(60_000);
    expect(await isKnown(tooOld)).toBe(false);
    await tooOld.cut();
    for (let number = 0; number <= 100; number++) publishEvent(cleo, `event ${number}`);
    const tooMany = await open(all());
    expect(await isKnown(tooMany)).toBe(false);
    publishEvent(cleo, 'later');
    expect((await tooMany.next('thread_follow_changed')).data.thread_id).toBe('later');
    await tooMany.cut();
  });

  test('hello tells if events of others were too long to keep all of them', async () => {
    publishEvent(ben, 'a'.repeat(10_000_000));
    publishEvent(cleo, 'a short one');
    const allKept = await open(all());
    expect(await isKnown(allKept)).toBe(true);
    publishEvent(ben, 'a'.repeat(10_000_000));
    const oneDropped = await open(all());
    expect(await isKnown(oneDropped)).toBe(false);
    await Promise.all([allKept.cut(), oneDropped.cut()]);
  });

  test('hello tells if an event was not prepared, because the user was not connected', async () => {
    const team = await server.features.teams.create(
      {name: `team${counter++}`, display_name: 'Team', type: 'O'},
      cleo.id,
    );
    await server.features.systemMessages.idle();
    const path = `/users/me/teams/${team.id}/channels/categories`;
    const [category] = (await cleo.get(path)).body.categories;
    const dora = await server.person(`dora${counter++}`);
    await cleo.put(`${path}/${category.id}`, {...category, muted: true});
    const [changed, unchanged] = [await open(all()), await open(all(), dora)];
    expect([await isKnown(changed), await isKnown(unchanged)]).toEqual([false, true]);
    await Promise.all([changed.cut(), unchanged.cut()]);
  });
});

describe('requests', () => {
  let client: SocketClient;
  beforeEach(async () => {
    client = await openSocket(address, {token: anna.token});
    await client.next('hello');
  });
  afterEach(() => client.cut());

  test('ping', async () => {
    expect(await client.ask('ping')).toEqual({
      status: 'OK',
      seq_reply: 1,
      data: {
        text: 'pong',
        version: expect.stringMatching(/^11\.9\.0\./),
        server_time: expect.any(Number),
        node_id: '',
      },
    });
  });

  test('statuses', async () => {
    const unknown = 'abcdefghijklmnopqrstuvwxyz';
    expect((await client.ask('get_statuses')).data).toMatchObject({[anna.id]: 'online'});
    expect((await client.ask('get_statuses_by_ids', {user_ids: [anna.id, unknown]})).data).toEqual({
      [anna.id]: 'online',
      [unknown]: 'offline',
    });
  });

  test.each([
    ['an unknown action', {seq: 1, action: 'fly'}, 'api.web_socket_router.bad_action.app_error'],
    ['a sequence number of 0', {seq: 0, action: 'ping'}, 'api.web_socket_router.bad_seq.app_error'],
    ['no sequence number', {seq: undefined, action: 'ping'}, 'api.web_socket_router.bad_seq.app_error'],
    ['no action', {seq: 1}, 'api.web_socket_router.no_action.app_error'],
    [
      'a wrong parameter',
      {seq: 1, action: 'get_statuses_by_ids', data: {user_ids: ['short']}},
      'api.websocket_handler.invalid_param.app_error',
    ],
    [
      'a missing parameter',
      {seq: 1, action: 'user_typing', data: {}},
      'api.websocket_handler.invalid_param.app_error',
    ],
    [
      'typing in a channel of other users',
      {seq: 1, action: 'user_typing', data: {channel_id: 'abcdefghijklmnopqrstuvwxyz'}},
      'api.context.permissions.app_error',
    ],
  ])('%s fails, and the connection stays open', async (_name, frame, id) => {
    const reply = new Promise((resolve) => {
      client.socket.once('message', (data) => resolve(JSON.parse(String(data))));
    });
    client.socket.send(JSON.stringify(frame));
    expect(await reply).toEqual({
      status: 'FAIL',
      seq_reply: frame.seq ?? 0,
      error: {id, message: expect.any(String), detailed_error: '', status_code: expect.any(Number)},
    });
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });

  test.each([
    ['more than 8 KiB', JSON.stringify({seq: 1, action: 'ping', data: {text: 'x'.repeat(8200)}}), 1009],
    ['invalid JSON', '{', 1007],
    ['JSON that is not an object', '[]', 1007],
    ['bytes', Buffer.from('{}'), 1003],
  ])('%s closes it', async (_name, frame, code) => {
    client.socket.send(frame);
    expect(await client.closed).toBe(code);
  });

  test('too many requests close it', async () => {
    for (let seq = 1; seq <= 200; seq++) client.socket.send(JSON.stringify({seq, action: 'ping'}));
    expect(await client.closed).toBe(1008);
  });
});

describe('sequence', () => {
  // A manual status, so that her own status events don't interfere with the sequence.
  beforeAll(() => anna.put('/users/me/status', {status: 'dnd'}));
  afterAll(() => anna.put('/users/me/status', {status: 'online'}));

  test('a client that reconnects receives each missed event once', async () => {
    const first = await openSocket(address, {token: anna.token});
    const {data} = await first.next('hello');
    publishEvent(anna);
    await first.next('thread_follow_changed');
    await first.cut();
    for (let i = 0; i < 3; i++) publishEvent(anna);

    const query = `?connection_id=${data.connection_id}&sequence_number=2`;
    const second = await openSocket(address, {token: anna.token, query});
    for (let i = 0; i < 3; i++) await second.next('thread_follow_changed');
    publishEvent(anna);
    await second.next('thread_follow_changed');
    expect(second.heard.map(({event, seq}) => [event, seq])).toEqual([
      ['thread_follow_changed', 2],
      ['thread_follow_changed', 3],
      ['thread_follow_changed', 4],
      ['thread_follow_changed', 5],
    ]);
    await second.cut();
  });

  test('a connection that is resumed without missed events starts without an event', async () => {
    const first = await openSocket(address, {token: anna.token});
    const {data} = await first.next('hello');
    await first.cut();
    const query = `?connection_id=${data.connection_id}&sequence_number=1`;
    const second = await openSocket(address, {token: anna.token, query});
    publishEvent(anna);
    await second.next('thread_follow_changed');
    expect(second.heard.map(({event, seq}) => [event, seq])).toEqual([['thread_follow_changed', 1]]);
    await second.cut();
  });

  test('a client can take over a connection before its old socket is closed', async () => {
    const first = await openSocket(address, {token: anna.token});
    const {data} = await first.next('hello');
    const query = `?connection_id=${data.connection_id}&sequence_number=0`;
    const second = await openSocket(address, {token: anna.token, query});
    expect((await second.next('hello')).data.connection_id).toBe(data.connection_id);
    await first.closed;
    publishEvent(anna);
    expect((await second.next('thread_follow_changed')).seq).toBe(1);
    await second.cut();
  });

  test.each([
    ['too many events were missed', 130, 1],
    ['the sequence number is too high', 0, 99],
  ])('a new connection starts when %s', async (_name, missed, sequence) => {
    const first = await openSocket(address, {token: anna.token});
    const {data} = await first.next('hello');
    await first.cut();
    for (let i = 0; i < missed; i++) publishEvent(anna);
    const query = `?connection_id=${data.connection_id}&sequence_number=${sequence}`;
    const second = await openSocket(address, {token: anna.token, query});
    const hello = await second.next('hello');
    expect(hello.seq).toBe(0);
    expect(hello.data.connection_id).not.toBe(data.connection_id);
    await second.cut();
  });

  test('a new connection starts after five minutes', async () => {
    const status = async () => (await ben.get('/users/me/status')).body.status;
    const first = await openSocket(address, {token: ben.token});
    const {data} = await first.next('hello');
    // Waits until the server has noticed the loss, so that the next "offline" is for this connection.
    await expect.poll(status).toBe('online');
    await first.cut();
    await expect.poll(status).toBe('offline');
    pass(5 * 60_000);
    const query = `?connection_id=${data.connection_id}&sequence_number=1`;
    const second = await openSocket(address, {token: ben.token, query});
    expect((await second.next('hello')).data.connection_id).not.toBe(data.connection_id);
    await second.cut();
  });

  test("another user's connection cannot be resumed", async () => {
    const first = await openSocket(address, {token: anna.token});
    const {data} = await first.next('hello');
    await first.cut();
    const query = `?connection_id=${data.connection_id}&sequence_number=0`;
    const other = await openSocket(address, {token: ben.token, query});
    expect((await other.next('hello')).data.connection_id).not.toBe(data.connection_id);
    await other.cut();
  });

  test.each([
    ['an invalid id', '?connection_id=nonsense&sequence_number=1'],
    ['no sequence number', '?connection_id=abcdefghijklmnopqrstuvwxyz'],
    ['an invalid sequence number', '?connection_id=abcdefghijklmnopqrstuvwxyz&sequence_number=-1'],
  ])('%s closes the socket', async (_name, query) => {
    const client = await openSocket(address, {token: anna.token, query});
    expect(await client.closed).toBe(1008);
    expect(client.heard).toEqual([]);
  });
});

describe('the end', () => {
  test('of a session closes only its sockets', async () => {
    const user = await server.features.users.byId(ben.id);
    const {token, row} = await server.features.sessions.open(user);
    const ending = await openSocket(address, {token});
    const staying = await openSocket(address, {token: ben.token});
    await Promise.all([ending.next('hello'), staying.next('hello')]);
    await ben.post('/users/me/sessions/revoke', {session_id: row.id});
    expect(await ending.closed).toBe(1008);
    expect((await staying.ask('ping')).status).toBe('OK');
    await staying.cut();
  });

  test('of all sessions of a user closes all of their sockets', async () => {
    const carla = await server.person('carla');
    const clients = await Promise.all([1, 2].map(() => openSocket(address, {token: carla.token})));
    await Promise.all(clients.map((client) => client.next('hello')));
    await server.features.sessions.revokeAllOfUser(carla.id);
    expect(await Promise.all(clients.map((client) => client.closed))).toEqual([1008, 1008]);
  });

  test("of a session's lifetime closes its sockets", async () => {
    const dora = await server.person('dora');
    const client = await openSocket(address, {token: dora.token});
    await client.next('hello');
    pass(31 * 24 * 3600_000);
    await client.closed;
  });

  test('of a session while its socket is opening closes that socket too', async () => {
    const {sessions} = server.features;
    const opened = Array.from({length: 6}, async (_, index) => {
      const person = await server.person(`quick${index}`);
      const {id} = (await sessions.resolve(person.token))!;
      const client = await openSocket(address);
      const frame = {seq: 1, action: 'authentication_challenge', data: {token: person.token}};
      client.socket.send(JSON.stringify(frame));
      await sessions.revoke(person.id, id);
      return client.closed;
    });
    expect(new Set(await Promise.all(opened))).toEqual(new Set([1008]));
  });

  test('of personal access tokens closes only their sockets', async () => {
    await server.admin.put(`/users/${anna.id}/roles`, {roles: 'system_user system_user_access_token'});
    const {body} = await anna.post('/users/me/tokens', {description: 'for a script'});
    const botId = (await server.admin.post('/bots', {username: 'listener'})).body.user_id;
    const bot = (await server.admin.post(`/users/${botId}/tokens`, {description: 'for the bot'})).body;
    const clients = await Promise.all(
      [body.token, bot.token, anna.token].map((token) => openSocket(address, {token})),
    );
    await Promise.all(clients.map((client) => client.next('hello')));
    await server.platform.config.patch({ServiceSettings: {EnableUserAccessTokens: false}});
    expect(await clients[0]!.closed).toBe(1008);
    for (const client of clients.slice(1)) {
      expect((await client.ask('ping')).status).toBe('OK');
      await client.cut();
    }
    expect((await server.withToken(body.token).get('/users/me')).status).toBe(401);
    await server.platform.config.patch({ServiceSettings: {EnableUserAccessTokens: true}});
  });

  test.each(['disable', 'revoke'])('of one access token (%s) closes its sockets', async (act) => {
    const {body} = await anna.post('/users/me/tokens', {description: act});
    const client = await openSocket(address, {token: body.token});
    await client.next('hello');
    await anna.post(`/users/tokens/${act}`, {token_id: body.id});
    expect(await client.closed).toBe(1008);
    expect((await server.withToken(body.token).get('/users/me')).status).toBe(401);
  });

  test('of a bot closes its sockets', async () => {
    const botId = (await server.admin.post('/bots', {username: 'resting'})).body.user_id;
    const {token} = (await server.admin.post(`/users/${botId}/tokens`, {description: 'for the bot'})).body;
    const client = await openSocket(address, {token});
    await client.next('hello');
    expect((await server.admin.post(`/bots/${botId}/disable`)).status).toBe(200);
    expect(await client.closed).toBe(1008);
    expect((await server.withToken(token).get('/users/me')).status).toBe(401);
  });

  test('of an account closes its sockets', async () => {
    const emil = await server.person('emil');
    const client = await openSocket(address, {token: emil.token});
    await client.next('hello');
    server.platform.events.publish('user:activation-changed', {userId: emil.id, active: false});
    expect(await client.closed).toBe(1008);
  });

  test('of a network connection is detected', async () => {
    const client = await openSocket(address, {token: anna.token, autoPong: false});
    await client.next('hello');
    pass(60_000);
    await new Promise((resolve) => client.socket.once('ping', resolve));
    pass(40_000);
    expect(await client.closed).toBe(1006);
  });

  test('of the server is reported to all clients', async () => {
    const other = await createTestServer();
    const otherAddress = await other.listen();
    const client = await openSocket(otherAddress, {token: other.admin.token});
    const stranger = await openSocket(otherAddress);
    await client.next('hello');
    await other.close();
    expect(await client.closed).toBe(1001);
    await stranger.closed;
  });
});

test('clients that do not read are disconnected before they use much memory', async () => {
  const client = await openSocket(address, {token: ben.token});
  await client.next('hello');
  client.socket.pause();
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  for (let i = 0; i < 400; i++) publishEvent(ben, 'x'.repeat(100_000));
  client.socket.resume();
  await closed;
  expect(client.heard.length).toBeLessThan(400);
});

test('events about users are only sent to users who can see them', async () => {
  const others = await openSocket(address, {token: ben.token});
  const own = await openSocket(address, {token: anna.token});
  const admin = await openSocket(address, {token: server.admin.token});
  await Promise.all([others.next('hello'), own.next('hello'), admin.next('hello')]);
  server.platform.events.publish('users:changed', {userIds: [anna.id]});
  const about = (event: {data: {user: {id: string}}}) => event.data.user.id === anna.id;
  expect((await others.next('user_updated', about)).data.user).not.toHaveProperty('notify_props');
  expect((await own.next('user_updated', about)).data.user).toHaveProperty('notify_props');
  expect((await admin.next('user_updated', about)).data.user).toHaveProperty('notify_props');
  const frida = await server.person('frida');
  const isFrida = ({data}: {data: {user_id: string}}) => data.user_id === frida.id;
  expect((await others.next('new_user', isFrida)).data).toEqual({user_id: frida.id});
  await Promise.all([others.cut(), own.cut(), admin.cut()]);
});

test('metrics count connections, events and disconnections', async () => {
  const metrics = async () => (await server.platform.metrics.render()).text;
  const client = await openSocket(address, {token: anna.token});
  await client.next('hello');
  expect(await metrics()).toMatch(/^patchbay_websocket_connections [1-9]/m);
  publishEvent(anna);
  await client.next('thread_follow_changed');
  expect(await metrics()).toMatch(/^patchbay_websocket_events_total\{event="thread_follow_changed"\} [1-9]/m);
  expect(await metrics()).toMatch(/^patchbay_websocket_cut_off_total\{reason="slow"\} 1/m);
  await client.cut();
});
