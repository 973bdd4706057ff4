import {join} from 'node:path';
import {Client4} from '@mattermost/client';
import type {Room, Server} from './room.ts';

/** The folder where `patchbay` and `npm start` cache compiled code between runs. */
export const NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/node');

const account = {email: 'bench@example.org', username: 'bench', password: 'bench-password-1'};
/** The credentials of the administrator. */
export const CREDENTIALS = {login_id: account.username, password: account.password};

export interface PatchbayServer extends Server {
  /** The value of `PATCHBAY_DATA` for programs that use the same database. */
  dataDirectory: string;
  /** The token of the first account, the administrator. */
  token: string;
  userId: string;
}

/** Starts Patchbay like a user would, with one account and an empty data directory that has this name. */
export async function startPatchbay(room: Room, name = 'data'): Promise<PatchbayServer> {
  const dataDirectory = join(room.directory, name);
  const server = await room.startServer(['--max-semi-space-size=8', 'server/src/cli.ts', 'serve'], {
    readyPath: '/api/v4/system/ping',
    env: {
      NODE_COMPILE_CACHE,
      PATCHBAY_DATA: dataDirectory,
      PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:{port}',
    },
  });
  const client = new Client4();
  client.setUrl(server.url);
  await client.createUser(account as Parameters<Client4['createUser']>[0], '', '');
  const {id} = await client.login(account.username, account.password);
  return {...server, dataDirectory, token: client.getToken(), userId: id};
}
