import type {Queryable} from '../../../platform/database/queryable.ts';
import type {FileInfoRow} from '../store.ts';

/** The columns for extracting the text of a file. */
export type DocumentRow = Pick<FileInfoRow, 'id' | 'createat' | 'path' | 'mimetype' | 'size'>;

/** Files whose text the server has not tried to extract, newest first. */
export function selectNewDocuments(db: Queryable, limit: number): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>({
    text: `
      select Id, CreateAt, Path, MimeType, Size from FileInfo
      where ContentWords is null and DeleteAt = 0
      order by CreateAt desc
      limit $1`,
    values: [limit],
  });
}

/** Files created in a period, in order, starting after the given file. Times are in milliseconds. */
export function selectDocuments(
  db: Queryable,
  {after, to, limit}: {after: {createAt: number; id: string}; to: number; limit: number},
): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>({
    text: `
      select Id, CreateAt, Path, MimeType, Size from FileInfo
      where DeleteAt = 0 and CreateAt <= $3 and (CreateAt, Id) > ($1, $2)
      order by CreateAt, Id
      limit $4`,
    values: [after.createAt, after.id, to, limit],
  });
}

/** Stores the text of a file. @throws DatabaseError `program_limit_exceeded` if it has too many different words. */
export async function storeContent(db: Queryable, id: string, content: string): Promise<void> {
  await db.execute({
    text: `
      update FileInfo set Content = $2, ContentWords = strip(to_tsvector('simple', search_text($2))) where Id = $1`,
    values: [id, content],
  });
}

/** Records that the server tried to extract the text of these files and found none. */
export async function storeNoContent(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute({
    text: `update FileInfo set ContentWords = '' where Id = any($1) and ContentWords is null`,
    values: [ids],
  });
}
