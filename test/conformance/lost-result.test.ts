import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {type DatabaseProxy, startDatabaseProxy} from '../support/database-proxy.ts';
import {holdChange} from '../support/hold-change.ts';
import {quiet} from '../support/quiet.ts';
import {openSocket} from '../support/socket-client.ts';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';

// Posts that PostgreSQL stores although the connection is lost before the result arrives.

let proxy: DatabaseProxy;
let server: TestServer;
let admin: Person;
let address: string;
/** A connection that doesn't go through the proxy. */
let database: Database;
let direct: string;
let channelId: string;

beforeAll(async () => {
  server = await createTestServer({
    database: {
      via: async (connectionString) => {
        direct = connectionString;
        proxy = await startDatabaseProxy(connectionString);
        return proxy.connectionString;
      },
    },
  });
  ({admin} = server);
  address = await server.listen();
  database = openDatabase({connectionString: direct, maxConnections: 2, log: quiet});
  const {body: team} = await admin.post('/teams', {name: 'team', display_name: 'Team', type: 'O'});
  const channel = {team_id: team.id, name: 'channel', display_name: 'Channel', type: 'O'};
  channelId = (await admin.post('/channels', channel)).body.id;
  // The tests interrupt the next message, which must not be a system message.
  await server.features.systemMessages.idle();
});
afterAll(async () => {
  await database.close();
  await server.close();
  await proxy.close();
});

test.each([
  {what: 'a post', more: {}},
  // This post is written in a transaction, which is rolled back.
  {what: 'a post with a priority', more: {metadata: {priority: {priority: 'important'}}}},
])('clients see $what once, and a repeated request gets it', async ({what, more}) => {
  const client = await openSocket(address, {token: admin.token});
  const hold = await holdChange(database, direct, 'insert on Posts for each row');
  const body = {channel_id: channelId, message: what, pending_post_id: `${admin.id}:${what}`, ...more};
  const request = admin.post('/posts', body);
  await hold.reached();
  await proxy.cut();
  expect(await request).toMatchObject({status: 503});
  await hold.release();
  await proxy.repair();

  await expect.poll(async () => (await admin.post('/posts', body)).status).toBe(201);
  const ofPost = ({data}: {data: unknown}) => (data as {post?: string}).post?.includes(`"${what}"`) === true;
  const {data} = await client.next('posted', ofPost);
  expect(JSON.parse((data as {post: string}).post)).toMatchObject({user_id: admin.id, message: what});
  expect(await database.rows({text: 'select Id from Posts where Message = $1', values: [what]})).toHaveLength(
    1,
  );
  await client.cut();
  expect(client.heard.filter(ofPost)).toHaveLength(1);
});
