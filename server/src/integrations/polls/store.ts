import type {POLLS} from '../../messaging/tables/tables.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';

export interface PollRow extends RowOf<typeof POLLS, {options: string[]}> {}

export async function insertPoll(tx: Transaction, poll: Omit<PollRow, 'endat'>): Promise<void> {
  await tx.execute({
    text: `
      insert into Polls (PostId, CreatorId, CreateAt, Options, Multiple, Anonymous) values ($1, $2, $3, $4, $5, $6)`,
    values: [
      poll.postid,
      poll.creatorid,
      poll.createat,
      JSON.stringify(poll.options),
      poll.multiple,
      poll.anonymous,
    ],
  });
}

export function selectPoll(db: Queryable, postId: string): Promise<PollRow | undefined> {
  return db.row<PollRow>({text: 'select * from Polls where PostId = $1', values: [postId]});
}

export async function endPoll(tx: Transaction, postId: string, now: number): Promise<void> {
  await tx.execute({text: 'update Polls set EndAt = $2 where PostId = $1', values: [postId, now]});
}

/** The options that a user voted for, by number. */
export async function selectVotes(db: Queryable, postId: string, userId: string): Promise<number[]> {
  const rows = await db.rows<{optionindex: number}>({
    text: 'select OptionIndex from PollVotes where PostId = $1 and UserId = $2 order by OptionIndex',
    values: [postId, userId],
  });
  return rows.map(({optionindex}) => optionindex);
}

/** Replaces the votes of a user. */
export async function replaceVotes(
  tx: Transaction,
  {postId, userId, options, now}: {postId: string; userId: string; options: readonly number[]; now: number},
): Promise<void> {
  await tx.execute({
    text: 'delete from PollVotes where PostId = $1 and UserId = $2 and OptionIndex <> all($3)',
    values: [postId, userId, options],
  });
  await tx.execute({
    text: `
      insert into PollVotes (PostId, UserId, OptionIndex, CreateAt) select $1, $2, unnest($3::int[]), $4
      on conflict do nothing`,
    values: [postId, userId, options, now],
  });
}

export interface OptionResult {
  optionindex: number;
  votes: number;
  /** The first voters. */
  usernames: string[];
}

/** The results of the options with votes, with at most `names` voters each. */
export function selectResults(db: Queryable, postId: string, names: number): Promise<OptionResult[]> {
  return db.rows<OptionResult>({
    text: `
      select v.OptionIndex, count(*)::int as votes,
        (array_agg(u.Username::text order by v.CreateAt, u.Id))[1:$2] as usernames
      from PollVotes v join Users u on u.Id = v.UserId
      where v.PostId = $1
      group by v.OptionIndex order by v.OptionIndex`,
    values: [postId, names],
  });
}

/** The number of people who voted. */
export async function countVoters(db: Queryable, postId: string): Promise<number> {
  const row = await db.row<{voters: number}>({
    text: 'select count(distinct UserId)::int as voters from PollVotes where PostId = $1',
    values: [postId],
  });
  return row!.voters;
}
