import {request} from 'node:http';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Database} from '../../server/src/platform/database/database.ts';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';

// Twenty requests of one user are waiting, and other users are not affected.

const SLOW = 20;
/** Reads users from the database, not from a cache. */
const SLOW_PATH = '/users?per_page=1';
/**
 * Part of the statement of that path and of the statement for signing in. Statements that run without a request don't
 * contain it.
 */
const SLOW_STATEMENT = 'as isbot';

let server: TestServer;
let database: Database;
let address: string;
let eager: Person;
let other: Person;

beforeAll(async () => {
  server = await createTestServer({
    settings: {
      ServiceSettings: {MaximumLoginAttempts: 1000},
      RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000},
    },
  });
  database = server.platform.database;
  address = await server.listen();
  eager = await server.person('eager');
  other = await server.person('other');
});
afterAll(() => server.close());

/** Runs `work` while the table is locked for reading. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  // An event may have removed their sessions from the cache, and loading them would wait for the table too.
  for (const person of [eager, other]) await person.get('/users/me');
  return database.longRunning(() =>
    database.transaction(async (tx) => {
      await tx.execute({text: `lock table ${table} in access exclusive mode`});
      return work();
    }),
  );
}

/** The number of statements with this text that are waiting for a lock. */
async function waitingStatements(text: string): Promise<number> {
  const row = await database.longRunning(() =>
    database.row<{count: number}>({
      text: `select count(*) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and state = 'active'
               and query ilike '%' || $1 || '%'`,
      values: [text],
    }),
  );
  return row!.count;
}

/** Sends a request. Its response can be awaited, or the request can be aborted. */
function send(path: string, token: string, {method = 'GET', body}: {method?: string; body?: object} = {}) {
  const sent = request(`${address}/api/v4${path}`, {
    method,
    headers: {authorization: `Bearer ${token}`, ...(body && {'content-type': 'application/json'})},
  });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', reject);
  });
  status.catch(() => {});
  sent.end(body && JSON.stringify(body));
  return {status, leave: () => void sent.destroy()};
}

test('slow requests of one user leave connections for everyone else', async () => {
  const answers = await whileLocked('Users', async () => {
    const slow = Array.from({length: SLOW}, () => send(SLOW_PATH, eager.token));
    await expect.poll(() => waitingStatements(SLOW_STATEMENT)).toBe(3);
    expect((await other.get('/users/me/teams')).status).toBe(200);
    expect(await waitingStatements(SLOW_STATEMENT)).toBe(3);
    return slow;
  });
  expect(await Promise.all(answers.map(({status}) => status))).toEqual(Array(SLOW).fill(200));
});

test('slow requests without a session do not use up all connections', async () => {
  const answers = await whileLocked('Users', async () => {
    const slow = Array.from({length: SLOW}, () =>
      send('/users/login', '', {method: 'POST', body: {login_id: 'eager', password: 'x'}}),
    );
    await expect.poll(() => waitingStatements(SLOW_STATEMENT)).toBe(3);
    expect((await other.get('/users/me/teams')).status).toBe(200);
    return slow;
  });
  expect(await Promise.all(answers.map(({status}) => status))).toEqual(Array(SLOW).fill(401));
});

describe('a client that disconnects', () => {
  test('has its read requests canceled, including those waiting for a connection', async () => {
    await whileLocked('Users', async () => {
      const slow = Array.from({length: SLOW}, () => send(SLOW_PATH, eager.token));
      await expect.poll(() => waitingStatements(SLOW_STATEMENT)).toBe(3);
      for (const {leave} of slow) leave();
      await expect.poll(() => waitingStatements(SLOW_STATEMENT)).toBe(0);
    });
    expect((await eager.get(SLOW_PATH)).status).toBe(200);
  });

  test('has its transaction rolled back completely', async () => {
    const {body: team} = await eager.post('/teams', {name: 'undone', display_name: 'Undone', type: 'O'});
    const before = await countOf('Channels');
    await whileLocked('ChannelMembers', async () => {
      const creating = send('/channels', eager.token, {
        method: 'POST',
        body: {team_id: team.id, name: 'half', display_name: 'Half', type: 'O'},
      });
      const joining = () => waitingStatements('into ChannelMembers');
      await expect.poll(joining).toBe(1);
      creating.leave();
      await expect.poll(joining).toBe(0);
    });
    expect(await countOf('Channels')).toBe(before);
  });

  test('still has the changes that it started completed', async () => {
    const {body: team} = await eager.post('/teams', {name: 'finished', display_name: 'Done', type: 'O'});
    const channel = {team_id: team.id, name: 'posted', display_name: 'Posted', type: 'O'};
    const {body} = await eager.post('/channels', channel);
    await server.features.systemMessages.idle();
    await whileLocked('Posts', async () => {
      const posting = send('/posts', eager.token, {
        method: 'POST',
        body: {channel_id: body.id, message: 'said'},
      });
      // The statement that inserts posts begins with the channel's counters, and PostgreSQL only reports its first
      // 1,024 bytes.
      await expect.poll(() => waitingStatements('TotalMsgCount = c.TotalMsgCount +')).toBe(1);
      posting.leave();
      // The client's connection is closed, but not canceled: posts by others may be in the same batch.
      await expect.poll(() => other.get('/users/me').then(({status}) => status)).toBe(200);
    });
    await expect
      .poll(async () => Object.values((await eager.get(`/channels/${body.id}/posts`)).body.posts))
      .toContainEqual(expect.objectContaining({message: 'said'}));
  });
});

async function countOf(table: string): Promise<number> {
  return (await database.row<{count: number}>({text: `select count(*) from ${table}`}))!.count;
}
