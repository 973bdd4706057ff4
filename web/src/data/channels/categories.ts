import type {ChannelCategory, OrderedChannelCategories} from '@mattermost/types/channel_categories';
import {useQuery} from '@tanstack/react-query';
import {changeWhileSaving, queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {onLive} from '../system/live.ts';

const KEY = 'categories';
/** The key of the query for a team's categories. */
export const categoriesKey = (teamId: string) => [KEY, teamId];

/** The categories of the sidebar, in their order. */
export function useCategories(teamId: string): ChannelCategory[] {
  const {data} = useQuery({
    queryKey: categoriesKey(teamId),
    queryFn: () => server.getChannelCategories(me().id, teamId),
    enabled: teamId !== '',
    select: ordered,
    meta: {isCopied: true},
  });
  return data ?? [];
}

function ordered({categories, order}: OrderedChannelCategories): ChannelCategory[] {
  const places = new Map(order.map((id, place) => [id, place]));
  return [...categories].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** The loaded categories of a team. */
export function loadedCategories(teamId: string): ChannelCategory[] {
  return queries.getQueryData<OrderedChannelCategories>(categoriesKey(teamId))?.categories ?? [];
}

/** Changes categories here and on the server. */
export async function updateCategories(teamId: string, changed: ChannelCategory[]): Promise<void> {
  const byId = new Map(changed.map((category) => [category.id, category]));
  await changeWhileSaving<OrderedChannelCategories, unknown>(
    categoriesKey(teamId),
    (before) => ({
      ...before,
      categories: before.categories.map((category) => byId.get(category.id) ?? category),
    }),
    () => server.updateChannelCategories(me().id, teamId, changed),
  );
}

export async function setCollapsed(category: ChannelCategory, collapsed: boolean): Promise<void> {
  await updateCategories(category.team_id, [{...category, collapsed}]);
}

export async function setSorting(category: ChannelCategory, sorting: string): Promise<void> {
  await updateCategories(category.team_id, [{...category, sorting: sorting as ChannelCategory['sorting']}]);
}

/** Moves a channel to the top of a category. */
export async function moveChannel(teamId: string, channelId: string, categoryId: string): Promise<void> {
  const categories = loadedCategories(teamId);
  const changed = categories
    .filter(({id, channel_ids}) => id === categoryId || channel_ids.includes(channelId))
    .map((category) => {
      const others = category.channel_ids.filter((id) => id !== channelId);
      return {...category, channel_ids: category.id === categoryId ? [channelId, ...others] : others};
    });
  await updateCategories(teamId, changed);
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
  await queries.invalidateQueries({queryKey: categoriesKey(teamId)});
  if (channelId) await moveChannel(teamId, channelId, category.id);
}

export async function renameCategory(category: ChannelCategory, name: string): Promise<void> {
  await updateCategories(category.team_id, [{...category, display_name: name}]);
}

export async function deleteCategory(category: ChannelCategory): Promise<void> {
  await server.deleteChannelCategory(me().id, category.team_id, category.id);
  await queries.invalidateQueries({queryKey: categoriesKey(category.team_id)});
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
