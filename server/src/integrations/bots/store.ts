import type {BOTS} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';

/** A bot with the names of its account. */
export interface BotRow extends RowOf<typeof BOTS> {
  username: string;
  displayname: string;
}

const COLUMNS = `
  b.UserId, u.Username, u.FirstName as displayname, b.Description, b.OwnerId, b.LastIconUpdate, b.CreateAt,
  b.UpdateAt, b.DeleteAt`;

export function selectBot(db: Queryable, userId: string): Promise<BotRow | undefined> {
  return db.row<BotRow>({
    text: `select ${COLUMNS} from Bots b join Users u on u.Id = b.UserId where b.UserId = $1`,
    values: [userId],
  });
}

export interface BotFilter {
  ownerId?: string;
  includeDisabled: boolean;
  /** Only bots whose owner's account is deactivated. */
  onlyOrphaned: boolean;
  offset: number;
  limit: number;
}

export function selectBots(db: Queryable, filter: BotFilter): Promise<BotRow[]> {
  return db.rows<BotRow>(sql`
    select b.UserId, u.Username, u.FirstName as displayname, b.Description, b.OwnerId, b.LastIconUpdate, b.CreateAt,
      b.UpdateAt, b.DeleteAt
    from Bots b
      join Users u on u.Id = b.UserId
      left join Users o on o.Id = b.OwnerId
    where true
      ${filter.ownerId === undefined ? sql.empty : sql`and b.OwnerId = ${filter.ownerId}`}
      ${filter.includeDisabled ? sql.empty : sql`and b.DeleteAt = 0`}
      ${filter.onlyOrphaned ? sql`and o.DeleteAt > 0` : sql.empty}
    order by b.CreateAt, u.Username
    limit ${filter.limit} offset ${filter.offset}`);
}

export function selectBotsOfOwner(db: Queryable, ownerId: string): Promise<BotRow[]> {
  return db.rows<BotRow>({
    text: `
      select ${COLUMNS} from Bots b join Users u on u.Id = b.UserId
      where b.OwnerId = $1 and b.DeleteAt = 0 order by u.Username`,
    values: [ownerId],
  });
}
