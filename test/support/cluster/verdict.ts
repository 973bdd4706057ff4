import type {Database} from '../../../server/src/platform/database/database.ts';
import type {MemberRecord} from './crowd.ts';
import {numberOfPost} from './numbered-posts.ts';

/** The result of comparing the acknowledged posts, the database and the members' records. */
export interface Verdict {
  acknowledged: number;
  stored: number;
  /** Acknowledged posts that are not in the database. */
  lost: number[];
  /** Numbers that are stored more than once. */
  storedTwice: number[];
  /** The number of stored posts that a member did not see, summed over all members. */
  unseen: number;
  /** The number of repeated events: the member had already received one for the same post. */
  repeated: number;
  /** The number of gaps in the sequence numbers of connections. */
  gaps: number;
  /** Whether a common order of all events is consistent with what each member received. */
  sameOrder: boolean;
  /** The number of members whose client shows posts in a different order than the database. */
  shownInAnotherOrder: number;
  /** The number of neighboring events in a different order than in the database, summed over all members. */
  outOfStoredOrder: number;
  resumes: number;
  freshStarts: number;
  slowestReconnectMs: number;
}

/** Compares the acknowledged posts with the stored ones, and the stored posts with what each member saw. */
export async function judge(
  database: Database,
  {
    channelId,
    acknowledged,
    records,
  }: {channelId: string; acknowledged: ReadonlyMap<number, string>; records: readonly MemberRecord[]},
): Promise<Verdict> {
  const rows = await database.rows<{id: string; message: string}>({
    text: `select Id, Message from Posts where ChannelId = $1 and Message like 'numbered-post-%' order by CreateAt, Id`,
    values: [channelId],
  });
  const storedIds = new Set(rows.map(({id}) => id));
  const stored = rows.map(({message}) => numberOfPost(message)!);
  const numbers = new Set(stored);
  const place = new Map(stored.map((number, index) => [number, index]));
  const distinct = records.map(({heard}) => [...new Set(heard)]);
  return {
    acknowledged: acknowledged.size,
    stored: stored.length,
    lost: [...acknowledged].filter(([, id]) => !storedIds.has(id)).map(([number]) => number),
    storedTwice: stored.filter((number, index) => stored.indexOf(number) !== index),
    unseen: sum(records, ({heard, fetched}) => numbers.difference(new Set([...heard, ...fetched])).size),
    repeated: sum(records, ({heard}) => heard.length - new Set(heard).size),
    gaps: sum(records, ({gaps}) => gaps),
    sameOrder: haveCommonOrder(distinct),
    shownInAnotherOrder: records.filter(({shown}) =>
      shown.some((number, index) => index > 0 && place.get(shown[index - 1]!)! > place.get(number)!),
    ).length,
    outOfStoredOrder: sum(
      distinct,
      (heard) =>
        heard.filter((number, index) => index > 0 && place.get(heard[index - 1]!)! > place.get(number)!)
          .length,
    ),
    resumes: sum(records, ({resumes}) => resumes),
    freshStarts: sum(records, ({freshStarts}) => freshStarts),
    slowestReconnectMs: Math.round(
      records.reduce((most, {reconnectMs}) => Math.max(most, ...reconnectMs), 0),
    ),
  };
}

/** Whether one order of all numbers is consistent with every sequence: the graph of neighbors has no cycle. */
function haveCommonOrder(sequences: readonly (readonly number[])[]): boolean {
  const after = new Map<number, Set<number>>();
  const before = new Map<number, number>();
  for (const sequence of sequences) {
    for (const [index, number] of sequence.entries()) {
      if (!after.has(number)) after.set(number, new Set());
      if (!before.has(number)) before.set(number, 0);
      const previous = sequence[index - 1];
      if (previous === undefined || after.get(previous)!.has(number)) continue;
      after.get(previous)!.add(number);
      before.set(number, before.get(number)! + 1);
    }
  }
  const next = [...before].filter(([, count]) => count === 0).map(([number]) => number);
  let ordered = 0;
  for (let number = next.pop(); number !== undefined; number = next.pop()) {
    ordered++;
    for (const later of after.get(number)!) {
      const left = before.get(later)! - 1;
      before.set(later, left);
      if (left === 0) next.push(later);
    }
  }
  return ordered === before.size;
}

function sum<Value>(values: readonly Value[], count: (value: Value) => number): number {
  return values.reduce((total, value) => total + count(value), 0);
}
