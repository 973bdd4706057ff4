import {Client4} from '@mattermost/client';
import {type PatchbayServer, startPatchbay} from './patchbay.ts';
import type {Room, Server} from './room.ts';

/** Patchbay with a channel to post in, and the minimal server for comparison. */
export interface PostsRoom {
  patchbay: PatchbayServer;
  bare: Server;
  channelId: string;
  /** Signed in as the channel's only member, the administrator. */
  client: Client4;
  /** The request headers of the channel's only member. */
  headers: Record<string, string>;
}

export async function openPostsRoom(room: Room): Promise<PostsRoom> {
  const patchbay = await startPatchbay(room);
  const bare = await room.startServer(['bench/baseline/posts.ts'], {
    readyPath: '/ready',
    env: {PORT: '{port}', PATCHBAY_DATA: patchbay.dataDirectory},
  });
  return {bare, ...(await withChannel(patchbay))};
}

/** Creates a team with a channel to post in. */
export async function withChannel(patchbay: PatchbayServer): Promise<Omit<PostsRoom, 'bare'>> {
  const client = new Client4();
  client.setUrl(patchbay.url);
  client.setToken(patchbay.token);
  const team = await client.createTeam({name: 'bench', display_name: 'Bench', type: 'O'} as Parameters<
    Client4['createTeam']
  >[0]);
  const channel = await client.getChannelByName(team.id, 'town-square');
  return {
    patchbay,
    channelId: channel.id,
    client,
    headers: {authorization: `Bearer ${patchbay.token}`, 'content-type': 'application/json'},
  };
}

/** A realistic message. */
export const MESSAGE =
  'The release is out: 14 fixes, the new export, and a migration that takes a minute. Tell me what you find.';
