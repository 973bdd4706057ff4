import {setTimeout as pause} from 'node:timers/promises';
import Type from 'typebox';
import {hasEnterpriseFeatures} from '../../messaging/client-config/client-config.ts';
import {
  flag,
  type JobPayload,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
  whole,
} from '../../messaging/jobs/jobs.ts';
import {blockNewHolds} from '../../messaging/legal-holds/legal-holds.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {
  type EntryList,
  type ManifestSigner,
  verifyArchive,
  writeArchive,
} from '../signed-archives/signed-archives.ts';
import {
  type ChannelRule,
  countExpiredFiles,
  countExpiredPosts,
  type DeletedPost,
  insertBatch,
  type Keeping,
  type PostCounts,
  type RecordRow,
  selectBatches,
  selectExpiredFiles,
  selectExpiredPosts,
  selectFilesOfPosts,
  selectRecord,
  selectRecords,
  selectRule,
  selectRules,
  selectUnrecorded,
  storeRecord,
} from './deletion-store.ts';
import {recordMissing, retentionUnavailable} from './errors.ts';
import {globalCutoffs} from './policies.ts';

/** The type of the job that deletes what is older than the policies allow (docs/data-retention.md). */
const RETENTION_JOB_TYPE = 'data_retention';

const DAY = 24 * 60 * 60 * 1000;
const CHANNELS_AT_ONCE = 200;
const BATCHES_AT_ONCE = 20;
const RECORD_FORMAT = 'patchbay-data-retention';
/** The place before every post. */
const START = {time: Number.MIN_SAFE_INTEGER, id: ''};

const PAYLOAD = {
  data: {dry_run: Type.Optional(flag), initiated_by: Type.Optional(text)},
  progress: {started_at: whole, channel_id: text, posts: whole, files: whole},
  result: {
    posts: whole,
    files: whole,
    held: Type.Optional(whole),
    not_exported: Type.Optional(whole),
    pinned: Type.Optional(whole),
  },
} satisfies JobPayload;
type Run = RunOf<typeof PAYLOAD>;

interface RecordManifest extends EntryList {
  job_id: string;
  server_id: string;
  created_at: number;
  posts: number;
  files: number;
}

export type DataRetention = ReturnType<typeof createDataRetention>;

/**
 * Deletes messages and files that are older than the policies allow, in small transactions. Each one reads the policies,
 * the holds and the end of the compliance exports again, and records what it deletes.
 */
export function createDataRetention({
  database,
  config,
  events,
  jobs,
  permanentDeletion,
  exportedUntil,
  archives,
  signer,
  serverId,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  jobs: Jobs;
  permanentDeletion: {
    posts(tx: Transaction, ids: readonly string[]): Promise<void>;
    files(tx: Transaction, ids: readonly string[]): Promise<void>;
  };
  /** The end of what scheduled compliance exports contain. */
  exportedUntil(): Promise<{time: number; id: string} | 'everything' | undefined>;
  /** The export directory. */
  archives: FileStore;
  signer: ManifestSigner;
  serverId: string;
}) {
  jobs.register(RETENTION_JOB_TYPE, {
    payload: PAYLOAD,
    concurrency: 1,
    permissions: {
      create: 'create_data_retention_job',
      read: 'read_data_retention_job',
      manage: 'create_data_retention_job',
    },
    prepare(given, userId) {
      requireAvailable();
      const {dry_run = 'false'} = given;
      if (dry_run !== 'true' && dry_run !== 'false') {
        throw new AppError({
          id: 'api.context.invalid_body_param.app_error',
          message: `dry_run must be "true" or "false", not ${JSON.stringify(dry_run.slice(0, 100))}.`,
          status: 400,
          path: 'data.dry_run',
        });
      }
      return {dry_run: dry_run === 'true', initiated_by: userId};
    },
    schedule(settings: Settings) {
      if (!hasEnterpriseFeatures(settings)) return undefined;
      const [hours, minutes] = settings.DataRetentionSettings.DeletionJobStartTime.split(':').map(Number);
      return {
        cron: `${minutes} ${hours} * * *`,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
    },
    run,
  });

  function requireAvailable(): void {
    if (!hasEnterpriseFeatures(config.get())) throw retentionUnavailable();
  }

  /** What must be kept now; undefined if nothing may be deleted, because nothing was exported yet. */
  async function keeping(): Promise<Keeping | undefined> {
    const until = await exportedUntil();
    if (until === undefined) return undefined;
    return {
      exportedUntil: until === 'everything' ? undefined : until,
      pinned: config.get().DataRetentionSettings.PreservePinnedPosts,
    };
  }

  /** The time before which a channel's messages are deleted; undefined: never. */
  function cutoffOf({policyid, days}: ChannelRule, now: number): number | undefined {
    if (policyid === '') return globalCutoffs(config.get(), now).messages;
    return days === null || days < 0 ? undefined : now - days * DAY;
  }

  async function run(job: Run): Promise<OutcomeOf<typeof PAYLOAD>> {
    requireAvailable();
    if (job.data.dry_run) return {data: await database.longRunning(() => count(job))};
    // Includes the deletions of jobs that were canceled or lost.
    for (const jobId of await selectUnrecorded(database)) if (jobId !== job.id) await writeRecord(jobId);
    try {
      return {data: await deleteExpired(job)};
    } finally {
      // A canceled job, too, says what it has deleted.
      await writeRecord(job.id);
      events.publish('caches:stale', {});
    }
  }

  async function deleteExpired(job: Run) {
    const {data, signal, progress} = job;
    // The same time after an interruption, so that the run has one result.
    const now = data.started_at ?? Date.now();
    let posts = data.posts ?? 0;
    let files = data.files ?? 0;
    let afterId = data.channel_id ?? '';
    for (;;) {
      const rules = await selectRules(database, afterId, CHANNELS_AT_ONCE);
      if (rules.length === 0) break;
      for (const {id} of rules) {
        let after: {time: number; id: string} | undefined = START;
        while (after) {
          signal.throwIfAborted();
          const result = await deletePosts(job.id, id, after, now);
          posts += result.posts;
          files += result.files;
          after = result.next;
          if (result.posts > 0) {
            await progress(0, {started_at: now, channel_id: afterId, posts, files});
            await pauseBetweenBatches(signal);
          }
        }
        afterId = id;
      }
      await progress(0, {started_at: now, channel_id: afterId, posts, files});
    }
    for (;;) {
      signal.throwIfAborted();
      const deleted = await deleteFiles(job.id, now);
      if (deleted === 0) break;
      files += deleted;
      await progress(0, {started_at: now, channel_id: afterId, posts, files});
      await pauseBetweenBatches(signal);
    }
    return {posts, files};
  }

  function pauseBetweenBatches(signal: AbortSignal): Promise<void> {
    const {TimeBetweenBatchesMilliseconds: time} = config.get().DataRetentionSettings;
    return pause(time, undefined, {signal}).catch(() => signal.throwIfAborted());
  }

  /** Deletes one batch of a channel. `next` is where the following one starts; undefined at the end. */
  async function deletePosts(
    jobId: string,
    channelId: string,
    after: {time: number; id: string},
    now: number,
  ): Promise<{posts: number; files: number; next: {time: number; id: string} | undefined}> {
    const limit = config.get().DataRetentionSettings.BatchSize;
    const nothing = {posts: 0, files: 0, next: undefined};
    const kept = await keeping();
    if (!kept) return nothing;
    return database.longRunning(() =>
      database.transaction(async (tx) => {
        await blockNewHolds(tx);
        const rule = await selectRule(tx, channelId);
        const cutoff = rule && cutoffOf(rule, now);
        if (!rule || cutoff === undefined) return nothing;
        const expired = await selectExpiredPosts(tx, {channelId, cutoff, after, limit}, kept);
        if (expired.length === 0) return nothing;
        const ids = expired.map(({id}) => id);
        const files = await selectFilesOfPosts(tx, ids);
        await insertBatch(
          tx,
          {
            jobId,
            policyId: rule.policyid,
            channelId,
            cutoff,
            posts: expired.map(({isexpired: _, ...post}) => post),
            files,
          },
          Date.now(),
        );
        await permanentDeletion.posts(tx, ids);
        const last = expired.findLast(({isexpired}) => isexpired)!;
        return {posts: countOf(expired), files: files.length, next: {time: last.create_at, id: last.id}};
      }),
    );
  }

  async function deleteFiles(jobId: string, now: number): Promise<number> {
    const limit = config.get().DataRetentionSettings.BatchSize;
    const kept = await keeping();
    if (!kept) return 0;
    return database.longRunning(() =>
      database.transaction(async (tx) => {
        await blockNewHolds(tx);
        const cutoff = globalCutoffs(config.get(), now).files;
        if (cutoff === undefined) return 0;
        const files = await selectExpiredFiles(tx, {cutoff, limit}, kept);
        if (files.length === 0) return 0;
        await insertBatch(tx, {jobId, policyId: '', channelId: '', cutoff, posts: [], files}, Date.now());
        await permanentDeletion.files(
          tx,
          files.map(({id}) => id),
        );
        return files.length;
      }),
    );
  }

  /** Counts what a run would delete now, and what it would keep although it is old enough. */
  async function count({signal, progress}: Run) {
    const now = Date.now();
    const kept = await keeping();
    // Nothing was exported yet, so nothing would be deleted.
    const all: Keeping = kept ?? {exportedUntil: {time: Number.MIN_SAFE_INTEGER, id: ''}, pinned: false};
    const totals: PostCounts = {posts: 0, held: 0, not_exported: 0, pinned: 0};
    let afterId = '';
    for (;;) {
      const rules = await selectRules(database, afterId, CHANNELS_AT_ONCE);
      if (rules.length === 0) break;
      for (const rule of rules) {
        signal.throwIfAborted();
        const cutoff = cutoffOf(rule, now);
        if (cutoff === undefined) continue;
        const counts = await countExpiredPosts(database, {channelId: rule.id, cutoff}, all);
        for (const name of ['posts', 'held', 'not_exported', 'pinned'] as const) totals[name] += counts[name];
      }
      afterId = rules.at(-1)!.id;
      await progress(0, {started_at: now, channel_id: afterId});
    }
    const cutoff = globalCutoffs(config.get(), now).files;
    return {...totals, files: cutoff === undefined ? 0 : await countExpiredFiles(database, cutoff, all)};
  }

  /** Writes the signed record of a job's deletions, unless there are none. */
  async function writeRecord(jobId: string): Promise<void> {
    const [first] = await selectBatches(database, jobId, 0, 1);
    if (!first) return;
    const path = `data-retention/${new Date(first.createat).toISOString().slice(0, 10)}-${jobId}.zip`;
    let posts = 0;
    let files = 0;
    async function* lines(): AsyncGenerator<Buffer> {
      for (let after = 0; ; ) {
        const batches = await selectBatches(database, jobId, after, BATCHES_AT_ONCE);
        for (const {number, createat, policyid, channelid, cutoff, ...deleted} of batches) {
          const common = {deleted_at: createat, policy_id: policyid, cutoff};
          posts += countOf(deleted.posts);
          files += deleted.files.length;
          for (const post of deleted.posts) {
            yield Buffer.from(
              `${JSON.stringify({kind: 'post', ...post, channel_id: channelid, ...common})}\n`,
            );
          }
          for (const file of deleted.files) {
            yield Buffer.from(`${JSON.stringify({kind: 'file', ...file, ...common})}\n`);
          }
          after = number;
        }
        if (batches.length < BATCHES_AT_ONCE) return;
      }
    }
    const place = {archives, signer, directorySetting: 'ExportSettings.Directory'};
    const {manifestSha256} = await writeArchive(path, place, async (zip): Promise<RecordManifest> => {
      const entry = await zip.add('deletions.jsonl', lines());
      return {
        format: RECORD_FORMAT,
        job_id: jobId,
        server_id: serverId,
        created_at: Date.now(),
        posts,
        files,
        entries: [entry],
      };
    });
    await database.transaction((tx) =>
      storeRecord(tx, {
        jobid: jobId,
        createat: Date.now(),
        posts,
        files,
        path,
        manifestsha256: manifestSha256,
      }),
    );
  }

  /** @throws AppError 404 */
  async function requireRecord(jobId: string): Promise<RecordRow> {
    const row = await selectRecord(database, jobId);
    if (!row || !(await archives.exists(row.path))) throw recordMissing(jobId);
    return row;
  }

  return {
    records: (page: {offset: number; limit: number}): Promise<RecordRow[]> => selectRecords(database, page),

    /** The record of a job, whose file exists. @throws AppError 404 */
    record: requireRecord,

    /** Differences of a record's file from what was signed; empty if it is intact. @throws AppError 404 */
    async verify(jobId: string): Promise<string[]> {
      const row = await requireRecord(jobId);
      const publicKey = await signer.publicKey();
      const {faults, manifestSha256} = await archives.withLocalFile(row.path, (file) =>
        verifyArchive<RecordManifest>(file, publicKey, RECORD_FORMAT),
      );
      if (faults.length === 0 && manifestSha256 !== row.manifestsha256) {
        return ['The file is a record of this server, but not of this job.'];
      }
      return faults;
    },

    requireAvailable,
  };
}

/** The number of posts without their earlier versions. */
function countOf(posts: readonly DeletedPost[]): number {
  return posts.filter(({original_id}) => original_id === '').length;
}
