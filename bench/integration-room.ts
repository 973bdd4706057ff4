import {Client4} from '@mattermost/client';
import type {Contender} from './harness.ts';
import {ownTimeLoad} from './own-time-load.ts';
import {startPatchbay} from './patchbay.ts';
import type {Room} from './room.ts';

/** The number of users who are waiting for a response at the same time. */
export const CONNECTIONS = 32;
/** How long an integration takes in milliseconds: a database query and one or two calls. */
const HOLD = 100;
/** In seconds. Compiling the hot paths takes this long, because waiting users send few requests per second. */
export const WARM_UP = 15;

/** Patchbay with a channel and an integration, and a minimal server that calls the same integration. */
export interface IntegrationRoom {
  client: Client4;
  teamId: string;
  channelId: string;
  integrationUrl: string;
  /** An API route to call repeatedly. */
  subject(path: string, body: object): Contender;
  baseline: Contender;
}

export async function openIntegrationRoom(room: Room): Promise<IntegrationRoom> {
  const integration = await room.startServer(['bench/baseline/integration.ts'], {
    readyPath: '/',
    env: {PORT: '{port}', HOLD: String(HOLD)},
  });
  const bare = await room.startServer(['bench/baseline/call-integration.ts'], {
    readyPath: '/ready',
    env: {PORT: '{port}', INTEGRATION: integration.url},
  });
  const patchbay = await startPatchbay(room);
  const client = new Client4();
  client.setUrl(patchbay.url);
  client.setToken(patchbay.token);
  await client.patchConfig({ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}} as never);
  const team = await client.createTeam({name: 'bench', display_name: 'Bench', type: 'O'} as never);
  const channel = await client.getChannelByName(team.id, 'town-square');

  const common = {connections: CONNECTIONS, heldUrl: `${integration.url}/held`, hold: HOLD};
  return {
    client,
    teamId: team.id,
    channelId: channel.id,
    integrationUrl: integration.url,
    subject: (path, body) =>
      ownTimeLoad({
        ...common,
        pid: patchbay.pid,
        url: `${patchbay.url}/api/v4${path}`,
        headers: {authorization: `Bearer ${patchbay.token}`, 'content-type': 'application/json'},
        body: JSON.stringify(body),
      }),
    baseline: ownTimeLoad({
      ...common,
      pid: bare.pid,
      url: `${bare.url}/execute`,
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({command: '/bench it'}),
    }),
  };
}
