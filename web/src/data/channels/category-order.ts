import type {ChannelCategory, OrderedChannelCategories} from '@mattermost/types/channel_categories';
import {changeWhileSaving, queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {movedTo, type Side} from './arranging.ts';
import {categoriesKey, loadedCategories, updateCategories} from './categories.ts';
import {sortingOf} from './category-sorting.ts';

/**
 * Moves a channel next to another one of a category, which is sorted manually from then on. `shown` has the ids of
 * the category's channels in the order in which they are displayed.
 */
export async function placeChannel(
  category: ChannelCategory,
  channelId: string,
  {shown, otherId, side}: {shown: readonly string[]; otherId: string; side: Side},
): Promise<void> {
  const {channel_ids} = category;
  const before = sortingOf(category) === 'manual' ? channel_ids : [...new Set([...shown, ...channel_ids])];
  const others = loadedCategories(category.team_id)
    .filter((other) => other.id !== category.id && other.channel_ids.includes(channelId))
    .map((other) => ({...other, channel_ids: other.channel_ids.filter((id) => id !== channelId)}));
  await updateCategories(category.team_id, [
    ...others,
    {
      ...category,
      sorting: 'manual' as ChannelCategory['sorting'],
      channel_ids: movedTo(before, channelId, otherId, side),
    },
  ]);
}

/** Moves a category next to another one. */
export async function placeCategory(
  teamId: string,
  categoryId: string,
  otherId: string,
  side: Side,
): Promise<void> {
  const before = queries.getQueryData<OrderedChannelCategories>(categoriesKey(teamId));
  if (!before) return;
  const order = movedTo(before.order, categoryId, otherId, side);
  await changeWhileSaving<OrderedChannelCategories, unknown>(
    categoriesKey(teamId),
    (now) => ({...now, order}),
    () => server.updateChannelCategoryOrder(me().id, teamId, order),
  );
}
