import type {ChannelCategory, OrderedChannelCategories} from '@mattermost/types/channel_categories';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {onLive} from '../system/live.ts';
import {movedTo, type Side} from './arranging.ts';

const KEY = 'categories';
const keyOf = (teamId: string) => [KEY, teamId];

/** The categories of the sidebar, in their order. */
export function useCategories(teamId: string): ChannelCategory[] {
  const {data} = useQuery({
    queryKey: keyOf(teamId),
    queryFn: () => server.getChannelCategories(me().id, teamId),
    select: ordered,
    meta: {isCopied: true},
  });
  return data ?? [];
}

function ordered({categories, order}: OrderedChannelCategories): ChannelCategory[] {
  const places = new Map(order.map((id, place) => [id, place]));
  return [...categories].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

function known(teamId: string): ChannelCategory[] {
  return queries.getQueryData<OrderedChannelCategories>(keyOf(teamId))?.categories ?? [];
}

async function update(teamId: string, changed: ChannelCategory[]): Promise<void> {
  const byId = new Map(changed.map((category) => [category.id, category]));
  queries.setQueryData<OrderedChannelCategories>(keyOf(teamId), (before) =>
    before
      ? {...before, categories: before.categories.map((category) => byId.get(category.id) ?? category)}
      : before,
  );
  await server.updateChannelCategories(me().id, teamId, changed);
}

export async function setCollapsed(category: ChannelCategory, collapsed: boolean): Promise<void> {
  await update(category.team_id, [{...category, collapsed}]);
}

export async function setSorting(category: ChannelCategory, sorting: string): Promise<void> {
  await update(category.team_id, [{...category, sorting: sorting as ChannelCategory['sorting']}]);
}

/** Moves a channel to the top of a category. */
export async function moveChannel(teamId: string, channelId: string, categoryId: string): Promise<void> {
  const categories = known(teamId);
  const changed = categories
    .filter(({id, channel_ids}) => id === categoryId || channel_ids.includes(channelId))
    .map((category) => {
      const others = category.channel_ids.filter((id) => id !== channelId);
      return {...category, channel_ids: category.id === categoryId ? [channelId, ...others] : others};
    });
  await update(teamId, changed);
}

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
  const before = isManual(category) ? channel_ids : [...new Set([...shown, ...channel_ids])];
  const others = known(category.team_id)
    .filter((other) => other.id !== category.id && other.channel_ids.includes(channelId))
    .map((other) => ({...other, channel_ids: other.channel_ids.filter((id) => id !== channelId)}));
  await update(category.team_id, [
    ...others,
    {
      ...category,
      sorting: 'manual' as ChannelCategory['sorting'],
      channel_ids: movedTo(before, channelId, otherId, side),
    },
  ]);
}

/** Whether the channels have an order that the person chose, instead of being sorted by name or activity. */
function isManual({type, sorting}: ChannelCategory): boolean {
  return (
    String(sorting) === 'manual' || (String(sorting) === '' && (type === 'custom' || type === 'favorites'))
  );
}

/** Moves a category next to another one. */
export async function placeCategory(
  teamId: string,
  categoryId: string,
  otherId: string,
  side: Side,
): Promise<void> {
  const before = queries.getQueryData<OrderedChannelCategories>(keyOf(teamId));
  if (!before) return;
  const order = movedTo(before.order, categoryId, otherId, side);
  queries.setQueryData<OrderedChannelCategories>(keyOf(teamId), {...before, order});
  await server.updateChannelCategoryOrder(me().id, teamId, order);
}

/** Creates a category, optionally with a channel in it. */
export async function createCategory(teamId: string, name: string, channelId?: string): Promise<void> {
  const category = await server.createChannelCategory(me().id, teamId, {
    user_id: me().id,
    team_id: teamId,
    type: 'custom',
    display_name: name,
    channel_ids: channelId ? [channelId] : [],
  });
  await queries.invalidateQueries({queryKey: keyOf(teamId)});
  if (channelId) await moveChannel(teamId, channelId, category.id);
}

export async function renameCategory(category: ChannelCategory, name: string): Promise<void> {
  await update(category.team_id, [{...category, display_name: name}]);
}

export async function deleteCategory(category: ChannelCategory): Promise<void> {
  await server.deleteChannelCategory(me().id, category.team_id, category.id);
  await queries.invalidateQueries({queryKey: keyOf(category.team_id)});
}

/** Reloads the categories of every team. */
export function refreshCategories(): Promise<void> {
  return queries.invalidateQueries({queryKey: [KEY]});
}

/** Updates the categories on live events. */
export function followCategories(): void {
  for (const change of ['created', 'updated', 'deleted', 'order_updated']) {
    onLive(`sidebar_category_${change}`, () => void refreshCategories());
  }
}
