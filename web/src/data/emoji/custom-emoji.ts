import type {CustomEmoji} from '@mattermost/types/emojis';
import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {rememberCustomEmoji} from './emoji-names.ts';

export type {CustomEmoji};

const listKey = ['custom-emoji'];
const MAX_OFFERED = 200;

/** The custom emoji, by name. */
export function useCustomEmoji() {
  return useQuery({
    queryKey: listKey,
    queryFn: () => allPages((page, perPage) => server.getCustomEmojis(page, perPage, 'name')),
  });
}

/** Names of custom emoji for the picker. */
export function useCustomEmojiNames(isEnabled: boolean) {
  return useQuery({
    queryKey: [...listKey, 'names'],
    enabled: isEnabled,
    queryFn: async () => {
      const list = await server.getCustomEmojis(0, MAX_OFFERED, 'name');
      rememberCustomEmoji(list);
      return list.map(({name}) => name);
    },
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
