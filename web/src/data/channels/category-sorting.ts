import type {ChannelCategory} from '@mattermost/types/channel_categories';

export type Sorting = 'alpha' | 'manual' | 'recent';

/** How the channels of a category are sorted. Until a person chooses, it depends on the type of the category. */
export function sortingOf({type, sorting}: ChannelCategory): Sorting {
  // The types of the library have an empty text as `default`.
  const chosen = String(sorting) as Sorting | '';
  if (chosen !== '') return chosen;
  if (type === 'channels') return 'alpha';
  return type === 'direct_messages' ? 'recent' : 'manual';
}
