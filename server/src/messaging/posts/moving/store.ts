import type {Queryable} from '../../../platform/database/queryable.ts';

/** The ids of a thread's posts that are not deleted, oldest first. */
export async function selectThread(db: Queryable, rootId: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      select Id from Posts
      where (Id = $1 or (RootId = $1 and RootId <> '')) and DeleteAt = 0
      order by RootId <> '', CreateAt, Id limit $2`,
    values: [rootId, limit],
  });
  return rows.map(({id}) => id);
}

/**
 * Locks the posts of a thread until the end of the transaction, and returns them in no order. A locked root post gets
 * no new replies.
 */
export function lockThread(tx: Queryable, rootId: string): Promise<{id: string; updateat: number}[]> {
  return tx.rows<{id: string; updateat: number}>({
    text: `
      select Id, UpdateAt from Posts
      where (Id = $1 or (RootId = $1 and RootId <> '')) and DeleteAt = 0
      order by Id for no key update`,
    values: [rootId],
  });
}
