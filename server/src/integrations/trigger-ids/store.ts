import {TRIGGERS} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';

export interface TriggerRow extends RowOf<typeof TRIGGERS> {}

export function insertTrigger(db: Queryable, trigger: TriggerRow): Promise<void> {
  return insertRow(db, TRIGGERS, trigger);
}

export function selectTrigger(db: Queryable, clientId: string): Promise<TriggerRow | undefined> {
  return db.row<TriggerRow>({text: 'select * from Triggers where ClientId = $1', values: [clientId]});
}

export async function deleteTriggersBefore(db: Queryable, createAt: number): Promise<void> {
  await db.execute({text: 'delete from Triggers where CreateAt < $1', values: [createAt]});
}
