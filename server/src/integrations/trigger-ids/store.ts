import type {Queryable} from '../../platform/database/queryable.ts';

export interface TriggerRow {
  clientid: string;
  userid: string;
  channelid: string;
  teamid: string;
  createat: number;
}

export async function insertTrigger(db: Queryable, trigger: TriggerRow): Promise<void> {
  await db.execute({
    name: 'trigger-insert',
    text: 'insert into Triggers (ClientId, UserId, ChannelId, TeamId, CreateAt) values ($1, $2, $3, $4, $5)',
    values: [trigger.clientid, trigger.userid, trigger.channelid, trigger.teamid, trigger.createat],
  });
}

export function selectTrigger(db: Queryable, clientId: string): Promise<TriggerRow | undefined> {
  return db.row<TriggerRow>({text: 'select * from Triggers where ClientId = $1', values: [clientId]});
}

export async function deleteTriggersBefore(db: Queryable, createAt: number): Promise<void> {
  await db.execute({text: 'delete from Triggers where CreateAt < $1', values: [createAt]});
}
