import {markAsWritten, withoutCaller} from '../../../platform/database/callers.ts';
import type {Database} from '../../../platform/database/database.ts';
import {newId} from '../../../platform/database/ids.ts';
import {isDeadlock, sqlState} from '../../../platform/database/pg-errors.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import type {InsertedPost, NewPostRow, PostEffects} from './changes.ts';
import {insertPosts} from './store.ts';

/** A post that has passed all rules and has neither id nor time yet, unless its time is given. */
export interface PostDraft {
  post: Omit<NewPostRow, 'id' | 'createat'>;
  effects: PostEffects;
  /** Milliseconds; the time of writing if absent. */
  createAt?: number;
}

export interface WrittenPost {
  post: NewPostRow;
  /** Replies in the post's thread, this one included; 0 for the first post of a thread. */
  replyCount: number;
}

/** Posts in one statement. Beyond it a batch gains nothing, and what fails would be tried again one by one. */
const MAX_BATCH = 100;

interface Unit {
  drafts: readonly PostDraft[];
  resolve(written: WrittenPost[]): void;
  reject(error: unknown): void;
}

/**
 * Writes posts durably. While one commit is under way, what arrives waits and goes out as one statement; each
 * caller hears only after its own commit. Measured: more than twice the posts a second of one commit each.
 *
 * In a channel, posts are ordered by time and then id. A post written after another was answered has a later time;
 * posts of one statement have one time, and ids that ascend in the order of their arrival.
 */
export function createPostWriter({database}: {database: Database}) {
  const waiting: Unit[] = [];
  let writing = false;
  let clock = 0;

  /** Gives drafts their ids and times. Posts of one unit follow each other by a millisecond. */
  function stamp(units: readonly (readonly PostDraft[])[]): InsertedPost[][] {
    const now = Math.max(Date.now(), clock + 1);
    const count = units.reduce((sum, drafts) => sum + drafts.length, 0);
    const ids = Array.from({length: count}, newId).sort();
    let next = 0;
    clock = now + Math.max(...units.map((drafts) => drafts.length)) - 1;
    return units.map((drafts) =>
      drafts.map(({post, effects, createAt}, index) => ({
        post: {...post, id: ids[next++]!, createat: createAt ?? now + index},
        effects,
      })),
    );
  }

  async function insert(units: readonly InsertedPost[][]): Promise<WrittenPost[][]> {
    const threads = await insertPosts(database, units.flat());
    return units.map((unit) => withReplyCounts(unit, threads));
  }

  async function writeUnit(unit: Unit): Promise<void> {
    try {
      unit.resolve(await tryingAgain(async () => (await insert(stamp([unit.drafts])))[0]!));
    } catch (error) {
      unit.reject(error);
    }
  }

  async function writeBatch(units: readonly Unit[]): Promise<void> {
    let written: WrittenPost[][];
    try {
      written = await insert(stamp(units.map((unit) => unit.drafts)));
    } catch (error) {
      if (units.length > 1 && sqlState(error) !== undefined) {
        // PostgreSQL has refused the statement and kept none of it: one post must not fail its neighbours.
        for (const unit of units) await writeUnit(unit);
      } else if (isDeadlock(error)) {
        await writeUnit(units[0]!);
      } else {
        for (const unit of units) unit.reject(error);
      }
      return;
    }
    units.forEach((unit, index) => {
      unit.resolve(written[index]!);
    });
  }

  async function writeWaiting(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      let count = 1;
      let posts = waiting[0]!.drafts.length;
      while (count < waiting.length && posts + waiting[count]!.drafts.length <= MAX_BATCH) {
        posts += waiting[count++]!.drafts.length;
      }
      await writeBatch(waiting.splice(0, count));
    }
    writing = false;
  }

  return {
    /** Writes the posts, all or none, in their order: later ones have a later time. */
    write(drafts: readonly PostDraft[]): Promise<WrittenPost[]> {
      return new Promise((resolve, reject) => {
        waiting.push({drafts, resolve, reject});
        markAsWritten();
        // The posts of several callers go out together.
        if (!writing) void withoutCaller(writeWaiting);
      });
    },

    /**
     * Writes posts together with what `work` does in the same transaction, such as linking files to them; for the few
     * that need it.
     */
    writeWith<Result>(
      drafts: readonly PostDraft[],
      work: (tx: Transaction, posts: readonly NewPostRow[]) => Promise<Result>,
    ): Promise<{written: WrittenPost[]; result: Result}> {
      return tryingAgain(() =>
        database.transaction(async (tx) => {
          const [stamped] = stamp([drafts]);
          const result = await work(
            tx,
            stamped!.map(({post}) => post),
          );
          return {written: withReplyCounts(stamped!, await insertPosts(tx, stamped!)), result};
        }),
      );
    },
  };
}

function withReplyCounts(
  unit: readonly InsertedPost[],
  threads: readonly {postid: string; replycount: number}[],
): WrittenPost[] {
  return unit.map(({post}) => ({
    post,
    replyCount:
      post.rootid === '' ? 0 : (threads.find(({postid}) => postid === post.rootid)?.replycount ?? 1),
  }));
}

const DEADLOCK_ATTEMPTS = 5;

// Other statements lock the same counters in an order of their own; PostgreSQL ends one of the two.
async function tryingAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || attempt === DEADLOCK_ATTEMPTS) throw error;
    }
  }
}
