import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {LEGAL_HOLDS} from '../tables/tables.ts';

export interface LegalHoldRow extends RowOf<typeof LEGAL_HOLDS, {userids: string[]; channelids: string[]}> {}

export function insertHold(db: Queryable, row: LegalHoldRow): Promise<void> {
  return insertRow(db, LEGAL_HOLDS, {
    ...row,
    userids: JSON.stringify(row.userids),
    channelids: JSON.stringify(row.channelids),
  });
}

/** Active holds first, then released ones; both newest first. */
export function selectHolds(
  db: Queryable,
  {offset, limit}: {offset: number; limit: number},
): Promise<LegalHoldRow[]> {
  return db.rows<LegalHoldRow>(sql`
    select * from LegalHolds order by ReleaseAt > 0, CreateAt desc, Id offset ${offset} limit ${limit}`);
}

/** Releases an active hold and returns it; undefined if there is none. */
export function releaseHold(
  db: Queryable,
  id: string,
  {now, userId}: {now: number; userId: string},
): Promise<LegalHoldRow | undefined> {
  return db.row<LegalHoldRow>(sql`
    update LegalHolds set ReleaseAt = ${now}, ReleasedBy = ${userId} where Id = ${id} and ReleaseAt = 0 returning *`);
}

/**
 * Blocks the creation of holds until the transaction ends, so that it sees every hold that is active when it commits.
 */
export async function blockNewHolds(tx: Transaction): Promise<void> {
  await tx.execute({text: 'lock table LegalHolds in share mode'});
}

/** SQL condition: a hold covers something with this author, channel and time, which are SQL expressions. */
function covers(author: SqlFragment, channel: SqlFragment, time: SqlFragment): SqlFragment {
  return sql`exists (
    select from LegalHolds h
    where h.ReleaseAt = 0 and ${time} >= h.StartAt and (h.EndAt = 0 or ${time} <= h.EndAt)
      and (h.UserIds = '[]' or h.UserIds @> to_jsonb((${author})::text))
      and (h.ChannelIds = '[]' or h.ChannelIds @> to_jsonb(${channel}::text)))`;
}

const ANY_HOLD = sql`exists (select from LegalHolds where ReleaseAt = 0)`;

function column(alias: string, name: string): SqlFragment {
  return sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
}

const coversPost = (p: string) => covers(column(p, 'userid'), column(p, 'channelid'), column(p, 'createat'));
// The creator of a bookmark's file is "bookmark". The user who uploaded it is the owner of the bookmark.
const uploader = (f: string) => sql`case ${column(f, 'creatorid')}
    when 'bookmark' then (select b.OwnerId from ChannelBookmarks b where b.FileInfoId = ${column(f, 'id')} limit 1)
    else ${column(f, 'creatorid')} end`;
const coversFile = (f: string) => covers(uploader(f), column(f, 'channelid'), column(f, 'createat'));

/** SQL condition: a hold covers the post `p` (a table or alias) or one of its files. */
export function isHeldPost(p: string): SqlFragment {
  return sql`(${ANY_HOLD} and (${coversPost(p)} or exists (
    select from FileInfo attached
    where attached.PostId = ${column(p, 'id')} and attached.PostId <> '' and ${coversFile('attached')})))`;
}

/** SQL condition: a hold covers the file `f` (a table or alias) or the post that it is attached to. */
export function isHeldFile(f: string): SqlFragment {
  return sql`(${ANY_HOLD} and (${coversFile(f)} or exists (
    select from Posts owner where owner.Id = ${column(f, 'postid')} and ${coversPost('owner')})))`;
}
