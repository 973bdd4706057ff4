import type {CustomEmoji} from '@mattermost/types/emojis';
import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../../lib/all-pages.ts';
import {queries} from '../../../lib/queries.ts';
import {server} from '../../../lib/server.ts';
import {me} from '../../../lib/session.ts';

export type {CustomEmoji};

const listKey = ['custom-emoji'];

/** The emoji of this server, by name. */
export function useCustomEmoji() {
  return useQuery({
    queryKey: listKey,
    queryFn: () => allPages((page, perPage) => server.getCustomEmojis(page, perPage, 'name')),
  });
}

export async function addCustomEmoji(name: string, image: File): Promise<void> {
  await server.createCustomEmoji({name, creator_id: me().id}, image);
  await queries.invalidateQueries({queryKey: listKey});
}

export async function deleteCustomEmoji(emoji: CustomEmoji): Promise<void> {
  await server.deleteCustomEmoji(emoji.id);
  await queries.invalidateQueries({queryKey: listKey});
}
