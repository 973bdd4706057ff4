import {DIALOGS} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import type {Dialog} from './rules/dialog.ts';

export type DialogStatus = 'sent' | 'shown' | 'submitted' | 'cancelled';

export interface DialogRow
  extends Omit<RowOf<typeof DIALOGS, {definition: Dialog; status: DialogStatus}>, 'number'> {}

export function insertDialog(db: Queryable, dialog: DialogRow): Promise<void> {
  return insertRow(db, DIALOGS, {...dialog, definition: JSON.stringify(dialog.definition)});
}

export function selectDialog(db: Queryable, id: string): Promise<DialogRow | undefined> {
  return db.row<DialogRow>({text: 'select * from Dialogs where Id = $1', values: [id]});
}

/** An open dialog of the user by id. */
export function selectOpenDialog(
  db: Queryable,
  {userId, dialogId, notBefore}: {userId: string; dialogId: string; notBefore: number},
): Promise<DialogRow | undefined> {
  return db.row<DialogRow>({
    text: `
      select * from Dialogs
      where Id = $2 and UserId = $1 and CreateAt >= $3 and Status in ('sent', 'shown')`,
    values: [userId, dialogId, notBefore],
  });
}

/**
 * The user's open dialogs with this callback id that submit to the URL, refresh from it or look up options there, newest
 * first, at most 50.
 */
export function selectOpenDialogs(
  db: Queryable,
  {userId, url, callbackId, notBefore}: {userId: string; url: string; callbackId: string; notBefore: number},
): Promise<DialogRow[]> {
  return db.rows<DialogRow>({
    text: `
      select * from Dialogs
      where UserId = $1 and CallbackId = $3
        and (
          URL = $2 or Definition ->> 'sourceUrl' = $2
          or Definition @> jsonb_build_object('elements', jsonb_build_array(jsonb_build_object('dataSourceUrl', $2::text)))
        )
        and CreateAt >= $4 and Status in ('sent', 'shown')
      order by Number desc limit 50`,
    values: [userId, url, callbackId, notBefore],
  });
}

/** Changes the status of an open dialog. Returns whether it was open. */
export async function updateOpenDialog(
  db: Queryable,
  id: string,
  status: DialogStatus,
  now: number,
): Promise<boolean> {
  const count = await db.execute({
    text: `update Dialogs set Status = $2, UpdateAt = $3 where Id = $1 and Status in ('sent', 'shown')`,
    values: [id, status, now],
  });
  return count > 0;
}

/** Replaces the form of an open dialog. Returns whether it was open. */
export async function updateOpenDefinition(
  db: Queryable,
  id: string,
  definition: Dialog,
  now: number,
): Promise<boolean> {
  const count = await db.execute({
    text: `update Dialogs set Definition = $2, UpdateAt = $3 where Id = $1 and Status in ('sent', 'shown')`,
    values: [id, JSON.stringify(definition), now],
  });
  return count > 0;
}

export async function deleteDialogsBefore(db: Queryable, createAt: number): Promise<void> {
  await db.execute({text: 'delete from Dialogs where CreateAt < $1', values: [createAt]});
}
