import type {BrowserContext} from 'playwright-core';
import {projectRoot} from '../scripts/bootstrap.js';
import {buildWebIfStale} from '../scripts/build-web.ts';
import {importHistory} from './chat-history.ts';
import {CREDENTIALS, startPatchbay} from './patchbay.ts';
import {withChannel} from './posts-room.ts';
import type {Room} from './room.ts';

/** The size of the windows that show the client. */
export const WINDOW = {width: 1280, height: 800};

/**
 * Starts Patchbay with the current client and a channel that has that many posts, which the administrator has read.
 * `url` is the channel's page, and `signIn` signs the administrator in.
 */
export async function startChat(room: Room, posts: number) {
  buildWebIfStale(projectRoot);
  const patchbay = await startPatchbay(room);
  const {client, channelId} = await withChannel(patchbay);
  await importHistory(posts, {directory: room.directory, dataDirectory: patchbay.dataDirectory});
  await client.viewMyChannel(channelId);
  return {
    patchbay,
    client,
    channelId,
    url: `${patchbay.url}/bench/channels/town-square`,
    signIn: async (context: BrowserContext) => {
      await context.request.post(`${patchbay.url}/api/v4/users/login`, {data: CREDENTIALS});
    },
  };
}
