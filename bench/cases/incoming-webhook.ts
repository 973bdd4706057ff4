import {Client4} from '@mattermost/client';
import {connectPlatform} from '../../server/src/commands/platform.ts';
import type {Database} from '../../server/src/platform/database/database.ts';
import {newId} from '../../server/src/platform/database/ids.ts';
import type {BenchCase} from '../harness.ts';
import {httpLoad} from '../http-load.ts';
import type {PatchbayServer} from '../patchbay.ts';
import {openPostsRoom} from '../posts-room.ts';
import type {Server} from '../room.ts';

const connections = 64;
const OTHER_HOOKS = 5_000;
const OLDER_POSTS = 1_000_000;
const MEMBERS = 100;

const incomingWebhook: BenchCase = {
  name: 'incoming-webhook',
  description:
    `POST /hooks/<key> over ${connections} connections, with ${OTHER_HOOKS} other webhooks and ${OLDER_POSTS} posts, ` +
    'compared with a plain route with one prepared durable insert',
  goal: 0.8,
  unit: 'requests',
  goalP99: 50,
  async start(room) {
    const {patchbay, bare, channelId} = await openPostsRoom(room);
    const key = await populate(patchbay, channelId);
    const message = 'Build 7 of <https://ci.example.com/7|main> has failed, @reader7';
    const load = (server: Server, path: string, body: object) =>
      httpLoad({
        pid: server.pid,
        url: `${server.url}${path}`,
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify(body),
        connections,
      });
    return {
      baseline: load(bare, '/posts', {user_id: patchbay.userId, channel_id: channelId, message}),
      subject: load(patchbay, `/hooks/${key}`, {text: message}),
    };
  },
};

/** Creates channel members to mention and a webhook, in a database with a long history. Returns the webhook's key. */
async function populate(patchbay: PatchbayServer, channelId: string): Promise<string> {
  const client = new Client4();
  client.setUrl(patchbay.url);
  client.setToken(patchbay.token);
  // Turn off the rate limit, which would limit the benchmark.
  await client.patchConfig({RateLimitSettings: {WebhookPerSec: 0}} as never);
  const hook = await client.createIncomingWebhook({channel_id: channelId, display_name: 'CI'});

  process.env.PATCHBAY_DATA = patchbay.dataDirectory;
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  await insertRows(platform.database, {teamId: hook.team_id, channelId, userId: patchbay.userId});
  await disconnect();
  return hook.id;
}

/** Writes to the tables directly, because a million requests would take too long. */
async function insertRows(
  database: Database,
  {teamId, channelId, userId}: {teamId: string; channelId: string; userId: string},
): Promise<void> {
  const now = Date.now();
  await database.execute({
    text: `
      insert into IncomingWebhooks (Id, KeyHash, CreateAt, UpdateAt, UserId, ChannelId, TeamId)
      select id, encode(sha256(id::bytea), 'hex'), $2, $2, $3, $4, $5 from unnest($1::text[]) as new (id)`,
    values: [Array.from({length: OTHER_HOOKS}, newId), now, userId, channelId, teamId],
  });
  await database.execute({
    text: `
      with reader as (
        insert into Users (Id, CreateAt, UpdateAt, Username, Email, Roles)
        select id, $2, $2, 'reader' || n, 'reader' || n || '@example.org', 'system_user'
        from unnest($1::text[]) with ordinality as new (id, n)
        returning Id
      ), member as (insert into TeamMembers (TeamId, UserId, SchemeUser, CreateAt) select $3, Id, true, $2 from reader)
      insert into ChannelMembers (ChannelId, UserId, SchemeUser) select $4, Id, true from reader`,
    values: [Array.from({length: MEMBERS}, newId), now, teamId, channelId],
  });
  // Creating the indexes afterwards is much faster than updating them row by row.
  const indexes = await database.rows<{name: string; definition: string}>({
    text: `
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'posts' and indexname <> 'posts_pkey'`,
  });
  for (const {name} of indexes) await database.execute({text: `drop index ${name}`});
  await database.execute({
    text: `
      insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
      select substr(md5(n::text), 1, 26), $1 - n, $1 - n, $2, case when n % 20 = 0 then $3 else 'old' || n % 500 end,
        'Build ' || n || ' has ended well after ' || n % 97 || ' minutes'
      from generate_series(1, $4::bigint) as n`,
    values: [now, userId, channelId, OLDER_POSTS],
  });
  for (const {definition} of indexes) await database.execute({text: definition});
  await database.execute({text: 'vacuum analyze Posts'});
}

export default incomingWebhook;
