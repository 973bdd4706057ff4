import type {HTTPMethods} from 'fastify';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {type DatabaseProxy, startDatabaseProxy} from '../support/database-proxy.ts';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';
import {ACCESS_LINES} from './access/tables.ts';
import {createWorld, type World} from './access/world.ts';

// The responses of the server while the database is down, stalled, full or read-only.

let proxy: DatabaseProxy;
let server: TestServer;
let ann: Person;
let world: World;

beforeAll(async () => {
  server = await createTestServer({
    settings: {
      MetricsSettings: {Enable: true},
      RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000},
    },
    database: {
      queryTimeout: 1,
      via: async (connectionString) => {
        proxy = await startDatabaseProxy(connectionString);
        return proxy.connectionString;
      },
    },
  });
  ann = await server.person('ann');
  world = await createWorld(server);
  // The reactions to new people would fail in an outage.
  await server.platform.events.idle();
});
afterEach(() => proxy.repair());
afterAll(async () => {
  await server.close();
  await proxy.close();
});

const unavailable = {
  status: 503,
  headers: {'retry-after': expect.stringMatching(/^\d+$/), 'content-type': 'application/json'},
  body: {
    id: 'app.database.unavailable.app_error',
    message: expect.stringContaining('database'),
    detailed_error: '',
    request_id: expect.any(String),
    status_code: 503,
  },
};

const outages = [
  {name: 'is down', begin: () => proxy.cut()},
  {name: 'has stalled', begin: async () => proxy.stall()},
];

describe.each(outages)('while the database $name', ({begin}) => {
  test('requests get 503, and work again when it is back', async () => {
    // Make sure that the request uses an open connection, not one that can't be opened.
    expect((await ann.get('/users?per_page=1')).status).toBe(200);
    await begin();
    expect(await ann.get('/users?per_page=1')).toMatchObject(unavailable);
    await proxy.repair();
    // Each dead connection causes one failed request.
    await expect.poll(async () => (await ann.get('/users?per_page=1')).status).toBe(200);
  });

  test('the server is alive, but not ready', async () => {
    const {app} = server;
    // Sent without a token, because looking it up would require the database.
    const probe = async (url: string) => {
      const {statusCode, headers, body} = await app.inject({url, headers: {authorization: 'Bearer x'}});
      return {status: statusCode, headers, body: JSON.parse(body)};
    };
    expect(await probe('/readyz')).toMatchObject({status: 200, body: {status: 'OK'}});
    await begin();
    expect(await probe('/livez')).toMatchObject({status: 200, body: {status: 'OK'}});
    expect(await probe('/readyz')).toMatchObject({
      status: 503,
      headers: {'retry-after': '2'},
      body: {id: 'app.health.not_ready.app_error', message: expect.stringContaining('database')},
    });
    expect(await probe('/api/v4/system/ping?get_server_status=true')).toMatchObject({
      status: 503,
      body: {status: 'UNHEALTHY', database_status: 'UNHEALTHY'},
    });
    await proxy.repair();
    expect(await probe('/readyz')).toMatchObject({status: 200});
  });
});

describe('while the database is down, routes fail only with 503', () => {
  test.each(ACCESS_LINES.filter(({call}) => !call.prepare))('$route', async ({route, call}) => {
    const [method, path] = route.split(' ') as [HTTPMethods, string];
    const params = {...world.params, ...call.params?.(world)};
    const url = path.replaceAll(/:(\w+)|\*/g, (_, name = '*') => encodeURIComponent(params[name] ?? 'x'));
    const body = call.body?.(world);
    await proxy.cut();
    const {statusCode} = await server.app.inject({
      method,
      url: call.query ? `${url}?${call.query(world)}` : url,
      headers: {authorization: `Bearer ${world.tokens['system admin']}`, ...call.headers},
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    });
    expect(statusCode === 503 || statusCode < 500, `${statusCode}`).toBe(true);
  });
});

describe('when the database refuses', () => {
  /** Makes inserts into a table fail as if the entire database server were in this state. */
  async function refuse(state: string): Promise<void> {
    await server.platform.database.execute({
      text: `
        create or replace function refuse() returns trigger language plpgsql as $$
          begin raise exception 'no' using errcode = '${state}'; end $$;
        create or replace trigger refuse before insert or update on Preferences execute function refuse()`,
    });
  }

  test.each([
    ['a full disk', '53100', 'app.database.disk_full.app_error'],
    ['no memory', '53200', 'app.database.unavailable.app_error'],
    ['too many connections', '53300', 'app.database.unavailable.app_error'],
    ['a start', '57P03', 'app.database.unavailable.app_error'],
    ['a standby', '25006', 'app.database.unavailable.app_error'],
    ['a deadlock', '40P01', 'app.database.conflict.app_error'],
  ])('because of %s, requests get 503', async (_what, state, id) => {
    await refuse(state);
    const preference = {
      user_id: ann.id,
      category: 'display_settings',
      name: 'use_military_time',
      value: 'true',
    };
    expect(await ann.put('/users/me/preferences', [preference])).toMatchObject({...unavailable, body: {id}});
  });

  test('to finish in time, requests get 503', async () => {
    await server.platform.database.longRunning(() =>
      server.platform.database.transaction(async (tx) => {
        await tx.execute({text: 'lock table Users in access exclusive mode'});
        expect(await ann.get('/users?per_page=1')).toMatchObject({
          ...unavailable,
          body: {id: 'app.database.timeout.app_error'},
        });
      }),
    );
  });

  test('to write, the server is not ready', async () => {
    const {database} = server.platform;
    await database.execute({
      text: `do $$ begin
        execute format('alter database %I set default_transaction_read_only = on', current_database());
      end $$`,
    });
    await proxy.cut();
    await proxy.repair();
    expect((await server.app.inject('/readyz')).statusCode).toBe(503);
  });
});
