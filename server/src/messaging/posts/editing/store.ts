import type {Queryable} from '../../../platform/database/queryable.ts';
import {POSTS} from '../../tables/tables.ts';
import {type PostRow, SELECT_POSTS_TEXT} from '../store.ts';

/** Reads a post and locks it until the end of the transaction. */
export async function lockPost(db: Queryable, id: string): Promise<PostRow | undefined> {
  return db.row<PostRow>({text: `${SELECT_POSTS_TEXT} where p.Id = $1 for no key update of p`, values: [id]});
}

const COPIED_COLUMNS = Object.keys(POSTS.columns)
  .filter((name) => !['id', 'updateat', 'deleteat', 'originalid'].includes(name))
  .join(', ');

/** Copies the current version of the post to a deleted post that refers to it. */
export async function insertEarlierVersion(
  db: Queryable,
  {id, versionId, now}: {id: string; versionId: string; now: number},
): Promise<void> {
  await db.execute({
    text: `
      insert into Posts (Id, UpdateAt, DeleteAt, OriginalId, ${COPIED_COLUMNS})
      select $2, $3, $3, Id, ${COPIED_COLUMNS}
      from Posts where Id = $1`,
    values: [id, versionId, now],
  });
}

export interface PostChange {
  message: string;
  hashtags: string;
  props: Record<string, unknown>;
  /** A JSON list. */
  fileids: string;
  ispinned: boolean;
  editat: number;
  updateat: number;
}

export async function updatePost(db: Queryable, id: string, change: PostChange): Promise<void> {
  await db.execute({
    text: `
      update Posts set Message = $2, Hashtags = $3, Props = $4, IsPinned = $5, EditAt = $6, UpdateAt = $7,
        FileIds = $8
      where Id = $1`,
    values: [
      id,
      change.message,
      change.hashtags,
      JSON.stringify(change.props),
      change.ispinned,
      change.editat,
      change.updateat,
      change.fileids,
    ],
  });
}

/** Earlier versions of a post, newest first. */
export function selectEarlierVersions(db: Queryable, id: string): Promise<PostRow[]> {
  return db.rows<PostRow>({
    text: `${SELECT_POSTS_TEXT} where p.OriginalId = $1 and p.OriginalId <> '' order by p.UpdateAt desc, p.Id`,
    values: [id],
  });
}

/** Marks a post as deleted and, for a root post, all replies. Returns their ids. */
export async function markDeleted(
  db: Queryable,
  {id, deletedBy, now}: {id: string; deletedBy: string; now: number},
): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      update Posts set DeleteAt = $3, UpdateAt = greatest($3, UpdateAt + 1), Props = Props || jsonb_build_object('deleteBy', $2::text)
      where (Id = $1 or (RootId = $1 and RootId <> '')) and DeleteAt = 0
      returning Id`,
    values: [id, deletedBy, now],
  });
  return rows.map((row) => row.id);
}

export async function markThreadDeleted(db: Queryable, rootId: string, now: number): Promise<void> {
  await db.execute({text: 'update Threads set ThreadDeleteAt = $2 where PostId = $1', values: [rootId, now]});
}

/** Updates the counts of a thread from its remaining replies. */
export async function recountThread(db: Queryable, rootId: string): Promise<void> {
  await db.execute({
    text: `
      update Threads t set
        ReplyCount = counted.replies,
        LastReplyAt = counted.lastreplyat,
        Participants = (
          select coalesce(jsonb_agg(person order by place), '[]')
          from jsonb_array_elements_text(t.Participants) with ordinality as written (person, place)
          where exists (select from Posts p where p.RootId = $1 and p.DeleteAt = 0 and p.UserId = person)
        )
      from (
        select count(*) as replies, coalesce(max(CreateAt), 0) as lastreplyat
        from Posts where RootId = $1 and RootId <> '' and DeleteAt = 0
      ) as counted
      where t.PostId = $1`,
    values: [rootId],
  });
}

/** The posts that show these replies in the channel, by id. */
export async function selectBroadcasts(db: Queryable, replyIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      select b.Id from Posts r join Posts b on b.Id = r.Props->>'broadcast_post_id'
      where r.Id = any($1) and r.RootId <> '' and b.ChannelId = r.ChannelId and b.DeleteAt = 0
        and b.Props->>'broadcast_reply_id' = r.Id
      order by b.Id`,
    values: [replyIds],
  });
  return rows.map(({id}) => id);
}
