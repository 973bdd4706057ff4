import {isDeadlock} from '../../../platform/database/pg-errors.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import {addCounts, type ObjectCounts} from '../object-counts.ts';
import type {ObjectLine} from '../parse-lines.ts';
import type {Directory, Known, KnownDirectChannel} from '../references/directory.ts';
import type {ImportFiles} from '../source/files.ts';
import type {ApplyParts} from './apply-import.ts';
import {type Batch, counterOf, noAnnouncements, publishAnnouncements} from './batch.ts';
import type {LineBatch, Stage} from './batches.ts';
import {writeBots} from './bots.ts';
import {writeChannels} from './channels.ts';
import {writeDirectChannels} from './direct-channels.ts';
import {writeEmoji} from './emoji.ts';
import {createAttachments} from './follow-ups/attachments.ts';
import {createFollowUps, type FollowUp} from './follow-ups/follow-ups.ts';
import {passwordsOf} from './follow-ups/passwords.ts';
import {picturesOf} from './follow-ups/pictures.ts';
import {advanceImport, type FilePosition} from './import-state.ts';
import {eachPost, type PlannedPost, type PostLine, type PostPlan, planPosts} from './posts/plan.ts';
import {changeExistingPosts, insertNewPosts} from './posts/write.ts';
import {writeRoles, writeSchemes} from './schemes.ts';
import {writeTeams} from './teams.ts';
import {writeUsers} from './users.ts';

export interface BatchWriterOptions {
  importId: string;
  source: ImportFiles;
  directory: Directory;
  /** What became of objects; it is added to. */
  counts: ObjectCounts;
  /** Up to this line an earlier run has counted already. */
  counted: number;
  /** Where this run began. */
  from: FilePosition;
  /** Hears of a file that the server does not take. */
  refused(name: string, reason: string): void;
}

/** Follow-ups that run at the same time: each waits for a disk or for a core most of its time. */
const FOLLOW_UPS_AT_ONCE = 8;
/** Batches of posts whose transactions are open at the same time: one is written while the other makes ready. */
const POST_BATCHES_AT_ONCE = 2;
const DEADLOCKS_BEFORE_GIVING_UP = 10;

/** Writes what a batch changes, and says what follows it. */
type Write = (batch: Batch) => Promise<FollowUp[]>;

/** Writes batches of lines in the order of the file. */
export function createBatchWriter(
  parts: ApplyParts,
  {importId, source, directory, counts, counted, from, refused}: BatchWriterOptions,
) {
  const {database, events, config} = parts;
  const followUps = createFollowUps({atOnce: FOLLOW_UPS_AT_ONCE, from});
  const files = {...parts, source, refused};
  /** Up to where rows are in. */
  let committed = from;
  /** Up to which line the import's own note says so. */
  let noted = Math.max(from.lines, counted);
  /** The last transaction that was begun: the next one ends after it. */
  let turn: Promise<void> = Promise.resolve();
  const open = new Set<Promise<void>>();
  const postsUnderWay = new Map<number, PlannedPost[]>();

  /**
   * Runs a transaction up to `end`, after those that were begun before it; again if it is chosen to end a deadlock.
   * `prepare` does not wait for the others: it writes rows that nobody else can know of.
   */
  function begin(
    {end, repeated}: {end: FilePosition; repeated: boolean},
    write: Write,
    prepare?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const before = turn;
    const run = async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transact({end, repeated}, write, before, prepare);
        } catch (error) {
          if (!isDeadlock(error) || attempt === DEADLOCKS_BEFORE_GIVING_UP) throw error;
        }
      }
    };
    const done = run().finally(() => open.delete(done));
    open.add(done);
    turn = done;
    // Whoever waits for it hears of a failure; nobody else has to.
    done.catch(() => {});
    return done;
  }

  async function transact(
    {end, repeated}: {end: FilePosition; repeated: boolean},
    write: Write,
    before: Promise<void>,
    prepare: ((tx: Transaction) => Promise<void>) | undefined,
  ): Promise<void> {
    const batchCounts: ObjectCounts = {};
    const announce = noAnnouncements();
    const stored: Known[] = [];
    const following = await database.transaction(async (tx) => {
      // Nothing is lost by not waiting for the disk: what a crash takes back, it takes back together with the note of
      // how far the import had come. The last transaction of the import waits for all of them.
      await tx.execute({text: 'set local synchronous_commit = off'});
      await prepare?.(tx);
      await before;
      const now = Date.now();
      const count = counterOf(repeated ? {} : batchCounts);
      const work = await write({
        tx,
        directory,
        now,
        repeated,
        count,
        stores: (it) => stored.push(it),
        announce,
      });
      const all = structuredClone(counts);
      addCounts(all, batchCounts);
      const done = followUps.idle && work.length === 0 ? end : followUps.done;
      await advanceImport(tx, importId, {from: noted, lines: end.lines, done, counts: all});
      return work;
    });
    addCounts(counts, batchCounts);
    for (const known of stored) known.stored = true;
    noted = Math.max(noted, end.lines);
    committed = end;
    followUps.add(end, following);
    publishAnnouncements(events, announce);
  }

  /** Whether the batch up to there was counted by an earlier run: no batch goes over that boundary. */
  const isRepeated = ({lines}: FilePosition) => lines <= counted;

  /** Waits until at most so many transactions are open. @throws what one of them has thrown */
  async function untilOpen(atMost: number): Promise<void> {
    while (open.size > atMost) await Promise.race(open);
    await (open.size === 0 ? turn : undefined);
  }

  const count: Batch['count'] = (kind, outcome, number) => counterOf(counts)(kind, outcome, number);
  const attachments = createAttachments({...files, count});

  const stages: {
    [Type in Exclude<Stage, 'post'>]: (batch: Batch, lines: LinesOf<Type>) => Promise<FollowUp[]>;
  } = {
    scheme: (batch, lines) => nothingFollows(writeSchemes(batch, objectsOf(lines))),
    role: (batch, lines) => nothingFollows(writeRoles(batch, objectsOf(lines))),
    emoji: (batch, lines) => nothingFollows(writeEmoji(batch, objectsOf(lines), files)),
    team: (batch, lines) => nothingFollows(writeTeams(batch, objectsOf(lines), parts.channels)),
    channel: (batch, lines) => nothingFollows(writeChannels(batch, objectsOf(lines))),

    async user(batch, lines) {
      const imported = await writeUsers(batch, objectsOf(lines), config.get());
      const changed = (userIds: string[]) => events.publish('users:changed', {userIds});
      const pictures = imported.map(({user, entry}) => ({userId: entry.id, path: user.profile_image}));
      const {repeated} = batch;
      return [...passwordsOf(imported, {database, repeated, count, changed}), ...picturesOf(pictures, files)];
    },

    async bot(batch, lines) {
      const imported = await writeBots(batch, objectsOf(lines), config.get());
      return picturesOf(
        imported.map(({bot, entry}) => ({userId: entry.id, path: bot.profile_image})),
        files,
      );
    },
  };

  async function writePosts({lines, end}: LineBatch): Promise<void> {
    const repeated = isRepeated(end);
    const directLines = lines.filter((line) => line.type === 'direct_channel');
    const postLines = lines.filter((line): line is PostLine => line.type !== 'direct_channel');
    const implied = impliedChannels(postLines, directory);
    if (directLines.length > 0 || implied.length > 0) {
      // Posts are looked for by the channels' ids, so that the channels have to be there first.
      await untilOpen(0);
      await begin({end: postLines.length > 0 ? committed : end, repeated}, (batch) =>
        nothingFollows(writeDirectChannels(batch, objectsOf(directLines), implied)),
      );
    }
    for (let rest = postLines; rest.length > 0; ) {
      const plan = await planWhenReady(rest);
      rest = plan.rest;
      await untilOpen(POST_BATCHES_AT_ONCE - 1);
      beginPosts(plan, {end: rest.length > 0 ? committed : end, repeated});
      if (rest.length > 0) await untilOpen(0);
    }
  }

  async function planWhenReady(lines: readonly PostLine[]): Promise<PostPlan> {
    const plan = await planPosts(database, lines, directory, postsUnderWay);
    if (plan) return plan;
    await untilOpen(0);
    return (await planPosts(database, lines, directory, postsUnderWay))!;
  }

  function beginPosts(plan: PostPlan, to: {end: FilePosition; repeated: boolean}): void {
    const fresh = plan.roots.filter((root) => !root.existing);
    for (const root of fresh) {
      const others = postsUnderWay.get(root.createAt);
      if (others) others.push(root);
      else postsUnderWay.set(root.createAt, [root]);
    }
    const done = begin(
      to,
      async (batch) => {
        await changeExistingPosts(batch, plan);
        return attachments.of(eachPost(plan.roots), batch);
      },
      (tx) => insertNewPosts(tx, plan, Date.now()),
    );
    const forget = () => {
      for (const root of fresh) {
        const others = postsUnderWay.get(root.createAt)?.filter((other) => other !== root) ?? [];
        if (others.length > 0) postsUnderWay.set(root.createAt, others);
        else postsUnderWay.delete(root.createAt);
      }
    };
    done.then(forget, forget);
  }

  const noteProgress = () => begin({end: committed, repeated: true}, async () => []);

  return {
    /** Writes a batch; when it returns, the rows of posts may still be on their way. @throws if an earlier one failed */
    async write(batch: LineBatch): Promise<void> {
      await followUps.room();
      if (batch.stage === 'post') return writePosts(batch);
      await untilOpen(0);
      const stage = stages[batch.stage] as (batch: Batch, lines: ObjectLine[]) => Promise<FollowUp[]>;
      await begin({end: batch.end, repeated: isRepeated(batch.end)}, (it) => stage(it, batch.lines));
    },

    /** Waits until the rows of all batches are in. */
    drain: () => untilOpen(0),

    /** Waits until everything is in, and notes it. */
    async finish(): Promise<void> {
      await untilOpen(0);
      await followUps.finish();
      await noteProgress();
    },

    /** Waits for what has begun and begins no more. Never throws. */
    async abandon(): Promise<void> {
      await Promise.allSettled(open);
      await followUps.abandon();
      await noteProgress().catch(() => {});
    },

    /** Up to which line rows are in. */
    get linesIn(): number {
      return Math.max(committed.lines, noted);
    },
  };
}

/** The lines of a stage. */
type LinesOf<Type extends Stage> = Extract<ObjectLine, {type: Type}>[];

function objectsOf<Line extends {object: unknown}>(lines: readonly Line[]): Line['object'][] {
  return lines.map(({object}) => object);
}

async function nothingFollows(written: Promise<void>): Promise<FollowUp[]> {
  await written;
  return [];
}

/** Channels that posts bring along. */
function impliedChannels(lines: readonly PostLine[], directory: Directory): KnownDirectChannel[] {
  const channels = new Set<KnownDirectChannel>();
  for (const line of lines) {
    if (line.type !== 'direct_post') continue;
    const channel = directory.directChannel(line.object.channel_members)!;
    if (!channel.stored) channels.add(channel);
  }
  return [...channels];
}
