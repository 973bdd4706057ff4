import type {Queryable} from '../../platform/database/queryable.ts';
import {insertNewRows, type RowOf} from '../../platform/database/table.ts';
import {SIDEBAR_CATEGORIES} from '../tables/tables.ts';

type CategoryType = 'favorites' | 'channels' | 'direct_messages' | 'custom';

export interface CategoryRow extends RowOf<typeof SIDEBAR_CATEGORIES, {type: CategoryType}> {}

/** A user's categories in a team, in order. */
export function selectCategories(db: Queryable, userId: string, teamId: string): Promise<CategoryRow[]> {
  return db.rows<CategoryRow>({
    name: 'sidebar-categories',
    text: `
      select * from SidebarCategories where UserId = $1 and TeamId = $2 order by SortOrder, Id`,
    values: [userId, teamId],
  });
}

/** Locks the user's categories in the team until the end of the transaction. */
export async function lockCategories(db: Queryable, userId: string, teamId: string): Promise<void> {
  await db.execute({
    text: `select from SidebarCategories where UserId = $1 and TeamId = $2 order by Id for no key update`,
    values: [userId, teamId],
  });
}

/** Inserts categories unless they exist. Returns the ids of the inserted ones. */
export async function insertCategories(db: Queryable, rows: readonly CategoryRow[]): Promise<string[]> {
  const inserted = await insertNewRows(db, SIDEBAR_CATEGORIES, rows);
  return inserted.map(({id}) => id);
}

export async function updateCategory(
  db: Queryable,
  {id, sorting, displayname, muted, collapsed}: CategoryRow,
): Promise<void> {
  await db.execute({
    text: `
      update SidebarCategories set Sorting = $2, DisplayName = $3, Muted = $4, Collapsed = $5 where Id = $1`,
    values: [id, sorting, displayname, muted, collapsed],
  });
}

/** Stores the order of these categories. */
export async function updateOrder(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute({
    text: `
      update SidebarCategories c set SortOrder = (place.number - 1) * 10
      from unnest($1::text[]) with ordinality as place (id, number) where c.Id = place.id`,
    values: [ids],
  });
}

/** Deletes a category and the assignments of its channels. */
export async function deleteCategory(db: Queryable, id: string): Promise<void> {
  await db.execute({
    text: `
      with gone as (delete from SidebarCategories where Id = $1 returning Id)
      delete from SidebarChannels where CategoryId in (select Id from gone)`,
    values: [id],
  });
}

export interface SidebarChannelRow {
  id: string;
  type: 'O' | 'P' | 'D' | 'G';
  archived: boolean;
  /** Whether the user's preferences make it a favorite. */
  favorite: boolean;
  /** The category to which the user moved the channel, or null. */
  categoryid: string | null;
}

/** All channels in a user's sidebar for a team: assigned ones in their order, then the others by display name. */
export function selectChannels(db: Queryable, userId: string, teamId: string): Promise<SidebarChannelRow[]> {
  return db.rows<SidebarChannelRow>({
    name: 'sidebar-channels',
    text: `
      select c.Id, c.Type, c.DeleteAt > 0 as archived, coalesce(p.Value = 'true', false) as favorite, place.CategoryId
      from ChannelMembers cm
        join Channels c on c.Id = cm.ChannelId
        left join Preferences p on p.UserId = $1 and p.Category = 'favorite_channel' and p.Name = c.Id
        left join (
          select s.ChannelId, s.CategoryId, s.SortOrder
          from SidebarChannels s join SidebarCategories k on k.Id = s.CategoryId
          where k.UserId = $1 and k.TeamId = $2 and s.UserId = $1
        ) place on place.ChannelId = c.Id
      where cm.UserId = $1 and c.TeamId in ($2, '')
      order by place.SortOrder, lower(c.DisplayName), c.Id`,
    values: [userId, teamId],
  });
}

/**
 * Assigns exactly these channels to a category, in this order, and removes them from the user's other categories in the
 * team.
 */
export async function placeChannels(
  db: Queryable,
  {userid, teamid, id}: Pick<CategoryRow, 'userid' | 'teamid' | 'id'>,
  channelIds: readonly string[],
): Promise<void> {
  await db.execute({
    text: `
      delete from SidebarChannels s using SidebarCategories k
      where k.Id = s.CategoryId and k.UserId = $1 and k.TeamId = $2 and s.UserId = $1
        and (s.ChannelId = any($4) or s.CategoryId = $3)`,
    values: [userid, teamid, id, channelIds],
  });
  await db.execute({
    text: `
      insert into SidebarChannels (ChannelId, UserId, CategoryId, SortOrder)
      select channelid, $1, $2, (number - 1) * 10 from unnest($3::text[]) with ordinality as place (channelid, number)`,
    values: [userid, id, channelIds],
  });
}

/** The user's favorites categories, one per team, that can contain these channels. */
export function selectFavoritesCategories(
  db: Queryable,
  userId: string,
  channelIds: readonly string[],
): Promise<{id: string; teamid: string}[]> {
  return db.rows({
    text: `
      select k.Id, k.TeamId from SidebarCategories k
      where k.UserId = $1 and k.Type = 'favorites'
        and exists (select from Channels c where c.Id = any($2) and c.TeamId in (k.TeamId, ''))
      order by k.Id`,
    values: [userId, channelIds],
  });
}
