import type {DeletionPart} from '../../messaging/permanent-deletion/permanent-deletion.ts';
import {type COMMAND_WEBHOOKS, COMMANDS} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import type {Sealed} from '../../platform/secrets/sealing.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import {belongingTo} from '../ownership/ownership.ts';

export interface CommandRow extends RowOf<typeof COMMANDS, {token: Sealed; method: 'P' | 'G'}> {}

export function insertCommand(db: Queryable, command: CommandRow): Promise<void> {
  return insertRow(db, COMMANDS, command);
}

/** Updates columns of a command. Returns the stored row; undefined if the command is deleted. */
export function updateCommand(
  db: Queryable,
  id: string,
  changes: Partial<CommandRow>,
): Promise<CommandRow | undefined> {
  return db.row<CommandRow>(sql`
    update Commands set ${sql.assignments(changes)} where Id = ${id} and DeleteAt = 0 returning *`);
}

export function selectCommand(db: Queryable, id: string): Promise<CommandRow | undefined> {
  return db.row<CommandRow>({text: 'select * from Commands where Id = $1 and DeleteAt = 0', values: [id]});
}

/** Deletes commands for good, with their response URLs. */
export const deleteCommandsOf: DeletionPart = async (tx, owner) => {
  const {column, id} = belongingTo(owner, 'CreatorId');
  // A command belongs to a team, and can be used in all its channels.
  const text =
    column === 'ChannelId'
      ? 'delete from CommandWebhooks where ChannelId = $1'
      : `with gone as (delete from Commands where ${column} = $1 returning Id)
         delete from CommandWebhooks w using gone where w.CommandId = gone.Id`;
  await tx.execute({text, values: [id]});
};

/** A command with its team's name in URLs. */
export interface CommandOfTeam extends CommandRow {
  teamname: string;
}

/** The data to store for the call of a command. */
export interface CommandCall {
  teamId: string;
  /** The word after the slash. */
  trigger: string;
  userId: string;
  channelId: string;
  rootId: string;
  /** The trigger id that clients know. The integration can use the trigger to open a dialog. */
  clientTriggerId: string;
  /** The id of the response URL. */
  responseId: string;
  createAt: number;
}

/**
 * Finds a team's command and stores the trigger and response URL for its integration, in one statement to save time.
 */
export function startCommandCall(db: Queryable, call: CommandCall): Promise<CommandOfTeam | undefined> {
  return db.row<CommandOfTeam>({
    name: 'command-call',
    text: `
      with command as (
        select c.*, t.Name as teamname from Commands c join Teams t on t.Id = c.TeamId
        where c.TeamId = $1 and c.Trigger = $2 and c.DeleteAt = 0
      ), issued as (
        insert into Triggers (ClientId, UserId, ChannelId, TeamId, CreateAt)
        select $3, $4, $5, TeamId, $6::bigint from command
      ), address as (
        insert into CommandWebhooks (Id, CreateAt, CommandId, UserId, ChannelId, RootId)
        select $7, $6::bigint, Id, $4, $5, $8 from command
      )
      select * from command`,
    values: [
      call.teamId,
      call.trigger,
      call.clientTriggerId,
      call.userId,
      call.channelId,
      call.createAt,
      hashToken(call.responseId),
      call.rootId,
    ],
  });
}

export function selectCommandsOfTeam(db: Queryable, teamId: string): Promise<CommandRow[]> {
  return db.rows<CommandRow>({
    text: 'select * from Commands where TeamId = $1 and DeleteAt = 0 order by Trigger',
    values: [teamId],
  });
}

/** The number of commands in a team. */
export async function countCommandsOfTeam(db: Queryable, teamId: string): Promise<number> {
  const row = await db.row<{count: number}>({
    text: 'select count(*) as count from Commands where TeamId = $1 and DeleteAt = 0',
    values: [teamId],
  });
  return row!.count;
}

/** A response URL. Its `id` is the SHA-256 of the id in the URL. */
export interface CommandWebhookRow extends RowOf<typeof COMMAND_WEBHOOKS> {}

/** Counts a use if one is left, and returns the row with `used`. */
export function useCommandWebhook(
  db: Queryable,
  responseId: string,
  {notBefore, maxUses}: {notBefore: number; maxUses: number},
): Promise<(CommandWebhookRow & {used: boolean}) | undefined> {
  return db.row({
    text: `
      with used as (
        update CommandWebhooks set UseCount = UseCount + 1
        where Id = $1 and CreateAt >= $2 and UseCount < $3 returning Id
      )
      select h.*, exists (select from used) as used from CommandWebhooks h where h.Id = $1 and h.CreateAt >= $2`,
    values: [hashToken(responseId), notBefore, maxUses],
  });
}

export async function deleteCommandWebhooksBefore(db: Queryable, createAt: number): Promise<void> {
  await db.execute({text: 'delete from CommandWebhooks where CreateAt < $1', values: [createAt]});
}

/** The ids of users and of the team's public channels by name. */
export function selectMentioned(
  db: Queryable,
  {
    usernames,
    channelNames,
    teamId,
  }: {usernames: readonly string[]; channelNames: readonly string[]; teamId: string},
): Promise<{kind: 'user' | 'channel'; id: string; name: string}[]> {
  return db.rows({
    name: 'command-mentions',
    text: `
      select 'user' as kind, Id, Username as name from Users where Username = any($1) and DeleteAt = 0
      union all
      select 'channel', Id, Name from Channels where TeamId = $3 and Name = any($2) and DeleteAt = 0 and Type = 'O'`,
    values: [usernames, channelNames, teamId],
  });
}
