import {setTimeout as pause} from 'node:timers/promises';
import Type, {type Static} from 'typebox';
import {selectUnexported} from '../../messaging/backdated-posts/backdated-posts.ts';
import {hasEnterpriseFeatures} from '../../messaging/client-config/client-config.ts';
import {
  flag,
  integer,
  type JobPayload,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
} from '../../messaging/jobs/jobs.ts';
import {blockNewHolds} from '../../messaging/legal-holds/legal-holds.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import {withCurrentSettings} from '../../platform/config-store/stored-settings.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {ManifestSigner} from '../signed-archives/signed-archives.ts';
import {countDeleted, createDeletionRecords} from './deletion-records.ts';
import {
  type ChannelRule,
  countExpiredFiles,
  countExpiredPosts,
  type ExportedUntil,
  insertBatch,
  type KeepRules,
  lockFiles,
  lockPosts,
  type PostCounts,
  selectCandidates,
  selectExpiredFiles,
  selectExpiredPosts,
  selectFilesOfPosts,
  selectRule,
  selectRules,
  selectUnrecorded,
} from './deletion-store.ts';
import {retentionUnavailable} from './errors.ts';
import {globalCutoffs} from './policies.ts';
import {readProposal} from './proposals.ts';
import type {WaitingFor} from './schema.ts';

/** The type of the job that deletes what is older than the policies allow (docs/data-retention.md). */
const RETENTION_JOB_TYPE = 'data_retention';

const DAY = 24 * 60 * 60 * 1000;
const CHANNELS_AT_ONCE = 200;
/** The position before every post. */
const START = {time: Number.MIN_SAFE_INTEGER, id: ''};

const PAYLOAD = {
  data: {
    dry_run: Type.Optional(flag),
    initiated_by: Type.Optional(text),
    // A policy that a dry run counts as if it were saved (proposals.ts).
    message_hours: Type.Optional(text),
    file_hours: Type.Optional(text),
    policy_id: Type.Optional(text),
    team_ids: Type.Optional(text),
    channel_ids: Type.Optional(text),
  },
  progress: {started_at: integer, channel_id: text, posts: integer, files: integer},
  result: {
    posts: integer,
    files: integer,
    held: Type.Optional(integer),
    not_exported: Type.Optional(integer),
    pinned: Type.Optional(integer),
    // JSON: what each policy deletes and keeps, by id; the global policy has an empty one.
    policies: Type.Optional(text),
  },
} satisfies JobPayload;
type Run = RunOf<typeof PAYLOAD>;

export type DataRetention = ReturnType<typeof createDataRetention>;

/**
 * Deletes messages and files that are older than the policies allow, in small transactions. Each one reads the
 * policies, the holds and the end of the compliance exports again, and records what it deletes.
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
  exportedUntil(db: Queryable): Promise<ExportedUntil | 'everything' | undefined>;
  /** The export directory. */
  archives: FileStore;
  signer: ManifestSigner;
  serverId: string;
}) {
  const records = createDeletionRecords({database, archives, signer, serverId});

  jobs.register(RETENTION_JOB_TYPE, {
    payload: PAYLOAD,
    concurrency: 1,
    permissions: {
      create: 'create_data_retention_job',
      read: 'read_data_retention_job',
      manage: 'manage_data_retention_job',
    },
    prepare(given, userId) {
      requireAvailable();
      const {dry_run = 'false'} = given;
      if (dry_run !== 'true' && dry_run !== 'false') {
        throw invalidBodyParam('data.dry_run', {
          explanation: `It must be "true" or "false", not ${JSON.stringify(dry_run.slice(0, 100))}.`,
        });
      }
      const {message_hours, file_hours, policy_id, team_ids, channel_ids} = given;
      const proposal = {message_hours, file_hours, policy_id, team_ids, channel_ids};
      if (readProposal(proposal) && dry_run !== 'true') {
        throw new AppError({
          id: 'api.context.invalid_body_param.app_error',
          message:
            'message_hours and file_hours are for dry runs only. Set dry_run to "true", or save the policy.',
          status: 400,
          path: 'data.dry_run',
        });
      }
      return {dry_run: dry_run === 'true', initiated_by: userId, ...proposal};
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

  /**
   * The messages and files that must be kept now; undefined if nothing may be deleted, because nothing was exported
   * yet.
   */
  async function keepRules(db: Queryable): Promise<KeepRules | undefined> {
    const until = await exportedUntil(db);
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
    for (const jobId of await selectUnrecorded(database)) if (jobId !== job.id) await records.write(jobId);
    try {
      return {data: await deleteExpired(job)};
    } finally {
      // A canceled job also records what it deleted.
      await records.write(job.id);
      events.publish('caches:stale', {});
    }
  }

  async function deleteExpired(job: Run) {
    const {data, signal, progress} = job;
    // A resumed run uses the same time, so that all of its batches have the same cutoff.
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
  function deletePosts(
    jobId: string,
    channelId: string,
    after: {time: number; id: string},
    now: number,
  ): Promise<{posts: number; files: number; next: {time: number; id: string} | undefined}> {
    const nothing = {posts: 0, files: 0, next: undefined};
    return deleteInTransaction(async (tx, kept) => {
      const rule = await selectRule(tx, channelId);
      const cutoff = rule && cutoffOf(rule, now);
      if (!rule || cutoff === undefined) return nothing;
      const limit = config.get().DataRetentionSettings.BatchSize;
      const candidates = await selectCandidates(tx, {channelId, cutoff, after, limit}, kept);
      const last = candidates.at(-1);
      if (!last) return nothing;
      const next = {time: last.createat, id: last.id};
      const candidateIds = candidates.map(({id}) => id);
      // Someone may have edited, pinned or moved one of them since it was read.
      await lockPosts(tx, candidateIds);
      const posts = await selectExpiredPosts(tx, {channelId, cutoff, ids: candidateIds}, kept);
      if (posts.length === 0) return {...nothing, next};
      const ids = posts.map(({id}) => id);
      const files = await selectFilesOfPosts(tx, ids);
      const batch = {jobId, policyId: rule.policyid, channelId, cutoff, posts, files};
      await insertBatch(tx, batch, Date.now());
      await permanentDeletion.posts(tx, ids);
      return {posts: countDeleted(posts), files: files.length, next};
    }, nothing);
  }

  function deleteFiles(jobId: string, now: number): Promise<number> {
    return deleteInTransaction(async (tx, kept) => {
      const cutoff = globalCutoffs(config.get(), now).files;
      if (cutoff === undefined) return 0;
      const limit = config.get().DataRetentionSettings.BatchSize;
      const candidates = await selectExpiredFiles(tx, {cutoff, limit}, kept);
      // Someone may have attached one of them to a post, or edited its post, since it was read.
      await lockFiles(tx, candidates);
      const ids = candidates.map(({id}) => id);
      const files = await selectExpiredFiles(tx, {cutoff, limit, ids}, kept);
      if (files.length === 0) return 0;
      await insertBatch(tx, {jobId, policyId: '', channelId: '', cutoff, posts: [], files}, Date.now());
      await permanentDeletion.files(
        tx,
        files.map(({id}) => id),
      );
      return files.length;
    }, 0);
  }

  /**
   * Runs one transaction of deletions. Holds and settings can't change until it ends: a hold or a setting that someone
   * saves in the meantime applies to what is left after it. Returns `nothing` if nothing was exported yet.
   */
  function deleteInTransaction<T>(
    work: (tx: Transaction, kept: KeepRules) => Promise<T>,
    nothing: T,
  ): Promise<T> {
    return database.longRunning(() =>
      withCurrentSettings({database, config}, async (tx) => {
        await blockNewHolds(tx);
        const kept = await keepRules(tx);
        return kept ? work(tx, kept) : nothing;
      }),
    );
  }

  /** Counts what a run would delete now, and what it would keep although it is old enough. */
  async function count({data, signal, progress}: Run) {
    const proposal = readProposal(data);
    const now = Date.now();
    const kept = await keepRules(database);
    // Nothing was exported yet, so nothing would be deleted.
    const all: KeepRules = kept ?? {exportedUntil: {...START, from: START.time}, pinned: false};
    const totals = noPosts();
    const policies: Record<string, PostCounts> = {};
    let afterId = '';
    for (;;) {
      const rules = await selectRules(database, afterId, CHANNELS_AT_ONCE);
      if (rules.length === 0) break;
      for (const rule of rules) {
        signal.throwIfAborted();
        if (proposal && !proposal.appliesTo(rule)) continue;
        const cutoff = proposal ? before(now, proposal.messageAge) : cutoffOf(rule, now);
        if (cutoff === undefined) continue;
        const counts = await countExpiredPosts(database, {channelId: rule.id, cutoff}, all);
        policies[rule.policyid] ??= noPosts();
        for (const name of COUNTS) {
          totals[name] += counts[name];
          policies[rule.policyid]![name] += counts[name];
        }
      }
      afterId = rules.at(-1)!.id;
      await progress(0, {started_at: now, channel_id: afterId});
    }
    const cutoff = proposal ? before(now, proposal.fileAge) : globalCutoffs(config.get(), now).files;
    const files = cutoff === undefined ? 0 : await countExpiredFiles(database, cutoff, all);
    return {...totals, files, policies: JSON.stringify(policies)};
  }

  return {
    /** Whether deletions wait for compliance exports, the time that these have reached, and what they have passed. */
    async waiting(): Promise<Static<typeof WaitingFor>> {
      const until = await exportedUntil(database);
      const isOff = until === 'everything';
      const backdated = isOff ? {channels: 0, from: 0, to: 0} : await selectUnexported(database);
      return {
        for_exports: !isOff,
        exported_until: isOff ? 0 : (until?.time ?? 0),
        backdated_channels: backdated.channels,
        backdated_from: backdated.from,
        backdated_to: backdated.to,
      };
    },

    records,
    requireAvailable,
  };
}

const COUNTS = ['posts', 'held', 'not_exported', 'pinned'] as const;

function noPosts(): PostCounts {
  return {posts: 0, held: 0, not_exported: 0, pinned: 0};
}

function before(now: number, age: number | undefined): number | undefined {
  return age === undefined ? undefined : now - age;
}
