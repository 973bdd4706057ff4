import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {MAIL_QUEUE} from '../tables/tables.ts';

/** A queued email. */
export interface QueuedMail extends RowOf<typeof MAIL_QUEUE, {data: Record<string, unknown>}> {}

export async function insertMail(
  db: Queryable,
  {id, kind, recipient, data}: Pick<QueuedMail, 'id' | 'kind' | 'recipient' | 'data'>,
  now: number,
): Promise<void> {
  await db.execute({
    name: 'mail-insert',
    text: `
      insert into MailQueue (Id, CreateAt, NextAttemptAt, Kind, Recipient, Data)
      values ($1, $4, $4, $2, $3, $5::jsonb)`,
    values: [id, kind, recipient, now, JSON.stringify(data)],
  });
}

/** Claims at most `limit` emails of these kinds that are due. Other servers skip them until `abandonedAt`. */
export function claimMails(
  db: Queryable,
  {
    kinds,
    now,
    abandonedAt,
    limit,
  }: {kinds: readonly string[]; now: number; abandonedAt: number; limit: number},
): Promise<QueuedMail[]> {
  return db.rows<QueuedMail>({
    name: 'mail-claim',
    text: `
      with due as (
        select Id from MailQueue where NextAttemptAt <= $1 and Kind = any($4)
        order by NextAttemptAt limit $3 for update skip locked
      )
      update MailQueue m set Attempts = m.Attempts + 1, NextAttemptAt = $2
      from due where m.Id = due.Id returning m.*`,
    values: [now, abandonedAt, limit, kinds],
  });
}

/** Sets the time of the next attempt, in milliseconds. */
export async function postponeMail(db: Queryable, id: string, nextAttemptAt: number): Promise<void> {
  await db.execute({
    name: 'mail-postpone',
    text: 'update MailQueue set NextAttemptAt = $2 where Id = $1',
    values: [id, nextAttemptAt],
  });
}

/** Locks a queued email until the end of the transaction. Returns false if there is none. */
export async function lockMail(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.row<Pick<QueuedMail, 'id'>>({
    name: 'mail-lock',
    text: 'select Id from MailQueue where Id = $1 for share',
    values: [id],
  });
  return row !== undefined;
}

export async function deleteMail(db: Queryable, id: string): Promise<void> {
  await db.execute({name: 'mail-delete', text: 'delete from MailQueue where Id = $1', values: [id]});
}

export async function deleteMailsOf(db: Queryable, kind: string): Promise<void> {
  await db.execute({text: 'delete from MailQueue where Kind = $1', values: [kind]});
}
