import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {DRAFTS} from '../tables/tables.ts';

export interface DraftRow
  extends RowOf<typeof DRAFTS, {props: Record<string, unknown>; priority: Record<string, unknown>}> {}

/**
 * Inserts the draft or replaces the user's existing one, keeping its creation time. Returns undefined if it would be new
 * and the user already has `max` drafts.
 */
export function upsertDraft(db: Queryable, row: DraftRow, max: number): Promise<DraftRow | undefined> {
  return db.row<DraftRow>({
    name: 'draft-upsert',
    text: `
      insert into Drafts (UserId, ChannelId, RootId, CreateAt, UpdateAt, Message, Props, FileIds, Priority, Type)
      select $1::text, $2::text, $3::text, $4::bigint, $4::bigint, $5, $6::jsonb, $7, $8::jsonb, $9
      where (select count(*) from Drafts where UserId = $1::text) < $10
        or exists (select from Drafts where UserId = $1::text and ChannelId = $2::text and RootId = $3::text)
      on conflict (UserId, ChannelId, RootId) do update set
        UpdateAt = excluded.UpdateAt, DeleteAt = 0, Message = excluded.Message, Props = excluded.Props,
        FileIds = excluded.FileIds, Priority = excluded.Priority, Type = excluded.Type
      returning *`,
    values: [
      row.userid,
      row.channelid,
      row.rootid,
      row.updateat,
      row.message,
      JSON.stringify(row.props),
      row.fileids,
      JSON.stringify(row.priority),
      row.type,
      max,
    ],
  });
}

/** Deletes a draft and returns it, if it exists. */
export function deleteDraft(
  db: Queryable,
  {userId, channelId, rootId}: {userId: string; channelId: string; rootId: string},
): Promise<DraftRow | undefined> {
  return db.row<DraftRow>({
    name: 'draft-delete',
    text: 'delete from Drafts where UserId = $1 and ChannelId = $2 and RootId = $3 returning *',
    values: [userId, channelId, rootId],
  });
}

/**
 * A user's drafts for the team's channels and for direct and group channels, newest first. Excludes channels that the
 * user left, archived channels, and deleted threads.
 */
export function selectDrafts(db: Queryable, userId: string, teamId: string): Promise<DraftRow[]> {
  return db.rows<DraftRow>({
    name: 'drafts-of-team',
    text: `
      select d.* from Drafts d
        join Channels c on c.Id = d.ChannelId and c.DeleteAt = 0 and c.TeamId in ($2, '')
        join ChannelMembers cm on cm.ChannelId = d.ChannelId and cm.UserId = d.UserId
        left join Posts root on root.Id = d.RootId
      where d.UserId = $1 and d.DeleteAt = 0 and (d.RootId = '' or root.DeleteAt = 0)
      order by d.UpdateAt desc`,
    values: [userId, teamId],
  });
}

/** Whether the post is, or could become, the root of a thread in the channel. */
export async function isThreadRoot(db: Queryable, postId: string, channelId: string): Promise<boolean> {
  const row = await db.row({
    name: 'drafts-is-thread-root',
    text: `select 1 as one from Posts where Id = $1 and ChannelId = $2 and RootId = '' and DeleteAt = 0`,
    values: [postId, channelId],
  });
  return row !== undefined;
}
