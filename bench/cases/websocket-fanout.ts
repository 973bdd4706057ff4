import {Client4} from '@mattermost/client';
import {connectPlatform} from '../../server/src/commands/platform.ts';
import {newId} from '../../server/src/platform/database/ids.ts';
import {hashToken} from '../../server/src/platform/secrets/secrets.ts';
import type {BenchCase} from '../harness.ts';
import {type PatchbayServer, startPatchbay} from '../patchbay.ts';
import {socketLoad} from '../socket-load.ts';

const SOCKETS = 2000;
const LISTENERS = 500;
const POSTS_PER_SECOND = 50;

const websocketFanout: BenchCase = {
  name: 'websocket-fanout',
  description:
    `${SOCKETS} open WebSockets, ${LISTENERS} of them in one channel with ${POSTS_PER_SECOND} posts per second, ` +
    'compared with a plain server that sends one text to all',
  goal: 0.95,
  unit: 'events',
  // The time from the request to post until the event arrives.
  goalP99: 250,
  async start(room) {
    const patchbay = await startPatchbay(room);
    const bare = await room.startServer(['bench/baseline/websocket-broadcast.ts'], {
      readyPath: '/ready',
      env: {PORT: '{port}'},
    });
    const {channelId, tokens} = await populate(patchbay);
    const target = (token: string) => ({
      url: `${patchbay.url.replace('http', 'ws')}/api/v4/websocket`,
      headers: {authorization: `Bearer ${token}`},
    });
    const bareTarget = (path: string) => ({url: `${bare.url.replace('http', 'ws')}${path}`});
    return {
      baseline: await socketLoad({
        pid: bare.pid,
        listeners: Array.from({length: LISTENERS}, () => bareTarget('/listen')),
        bystanders: Array.from({length: SOCKETS - LISTENERS}, () => bareTarget('/idle')),
        messagesPerSecond: POSTS_PER_SECOND,
        post: (message) => send(`${bare.url}/post`, {message}),
      }),
      subject: await socketLoad({
        pid: patchbay.pid,
        listeners: tokens.slice(0, LISTENERS).map(target),
        bystanders: tokens.slice(LISTENERS).map(target),
        messagesPerSecond: POSTS_PER_SECOND,
        post: (message) =>
          send(`${patchbay.url}/api/v4/posts`, {channel_id: channelId, message}, patchbay.token),
      }),
    };
  },
};

async function send(url: string, body: object, token?: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`POST ${url} returned ${response.status}`);
}

/** A team with one user per socket. Only the first users are in the busy channel. */
async function populate(patchbay: PatchbayServer): Promise<{channelId: string; tokens: string[]}> {
  const client = new Client4();
  client.setUrl(patchbay.url);
  client.setToken(patchbay.token);
  const team = await client.createTeam({name: 'bench', display_name: 'Bench', type: 'O'} as never);
  const channel = await client.createChannel({
    team_id: team.id,
    name: 'busy',
    display_name: 'Busy',
    type: 'O',
  } as never);

  // Writes to the tables directly, because hashing two thousand passwords would take too long.
  process.env.PATCHBAY_DATA = patchbay.dataDirectory;
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  const userIds = Array.from({length: SOCKETS}, newId);
  const tokens = userIds.map(newId);
  const now = Date.now();
  await platform.database.execute({
    text: `
      insert into Users (Id, CreateAt, UpdateAt, Username, Email, Roles)
      select id, $2, $2, 'reader' || n, 'reader' || n || '@example.org', 'system_user'
      from unnest($1::text[]) with ordinality as new (id, n)`,
    values: [userIds, now],
  });
  await platform.database.execute({
    text: `
      insert into UserAccessTokens (Id, Token, UserId, CreateAt)
      select id, token, user_id, $4 from unnest($1::text[], $2::text[], $3::text[]) as new (id, token, user_id)`,
    values: [userIds.map(newId), tokens.map(hashToken), userIds, now],
  });
  await platform.database.execute({
    text: `
      insert into TeamMembers (TeamId, UserId, SchemeUser, CreateAt)
      select $1, id, true, $3 from unnest($2::text[]) as new (id)`,
    values: [team.id, userIds, now],
  });
  await platform.database.execute({
    text: `
      insert into ChannelMembers (ChannelId, UserId, SchemeUser)
      select $1, id, true from unnest($2::text[]) as new (id)`,
    values: [channel.id, userIds.slice(0, LISTENERS)],
  });
  await disconnect();
  return {channelId: channel.id, tokens};
}

export default websocketFanout;
