import type {Queryable} from '../../platform/database/queryable.ts';
import type {Dialog} from './rules/dialog.ts';

export type DialogStatus = 'sent' | 'shown' | 'submitted' | 'cancelled';

export interface DialogRow {
  id: string;
  createat: number;
  updateat: number;
  userid: string;
  channelid: string;
  teamid: string;
  url: string;
  callbackid: string;
  definition: Dialog;
  status: DialogStatus;
}

export async function insertDialog(db: Queryable, dialog: DialogRow): Promise<void> {
  await db.execute({
    text: `
      insert into Dialogs (Id, CreateAt, UpdateAt, UserId, ChannelId, TeamId, URL, CallbackId, Definition, Status)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      dialog.id,
      dialog.createat,
      dialog.updateat,
      dialog.userid,
      dialog.channelid,
      dialog.teamid,
      dialog.url,
      dialog.callbackid,
      JSON.stringify(dialog.definition),
      dialog.status,
    ],
  });
}

export function selectDialog(db: Queryable, id: string): Promise<DialogRow | undefined> {
  return db.row<DialogRow>({text: 'select * from Dialogs where Id = $1', values: [id]});
}

/** The dialog that a user has open; official clients know it by its address and callback id only: the latest such. */
export function selectOpenDialog(
  db: Queryable,
  {
    userId,
    dialogId,
    url,
    callbackId,
    notBefore,
  }: {
    userId: string;
    dialogId: string;
    url: string;
    callbackId: string;
    notBefore: number;
  },
): Promise<DialogRow | undefined> {
  return db.row<DialogRow>({
    text: `
      select * from Dialogs
      where UserId = $1 and CreateAt >= $5 and Status in ('sent', 'shown')
        and case when $2 <> '' then Id = $2 else URL = $3 and CallbackId = $4 end
      order by CreateAt desc, Id limit 1`,
    values: [userId, dialogId, url, callbackId, notBefore],
  });
}

/** Moves a dialog that is open to another status. Whether it was open. */
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

export async function deleteDialogsBefore(db: Queryable, createAt: number): Promise<void> {
  await db.execute({text: 'delete from Dialogs where CreateAt < $1', values: [createAt]});
}
