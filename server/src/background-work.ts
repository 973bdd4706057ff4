import {setTimeout as wait} from 'node:timers/promises';
import type {Features, Platform} from './features.ts';
import {createJobRunner} from './messaging/jobs/runner.ts';
import type {HttpServer} from './platform/http/http-server.ts';
import {deleteExpiredRateLimits} from './platform/rate-limit/database-store.ts';

/** How long to wait before retrying a failed start, in milliseconds. */
const RETRY_DELAY = 10_000;
/** How long to compute missing hashes of files per hour, in milliseconds. */
const HASHING_TIME = 5 * 60_000;
/** How long to extract text from new files before other maintenance gets a turn, in milliseconds. */
const EXTRACTION_TIME = 5 * 60_000;
const DAY = 24 * 60 * 60 * 1000;

/** Runs jobs and maintenance while the server is listening, unless `JobSettings.RunJobs` is off. */
export function createBackgroundWork(app: HttpServer, platform: Platform, features: Features): void {
  const {config, database, log} = platform;
  const {RunJobs, RunScheduler} = config.get().JobSettings;
  if (!RunJobs) return;
  const {audits, bookmarks, jobs, onBehalf, sessions, files, linkMetadata, uploads, posts, search} = features;
  const {accountEmails, exportArchives, complianceArchives, mail, scheduledPosts, fileContent} = features;
  const {emailNotifications, webPush} = features;
  const {commandExecution, dialogs, ownership, postReminders, triggerIds, webhookDelivery} = features;
  const runner = createJobRunner({...platform, jobs, onBehalf, runSchedules: RunScheduler});

  runner.maintain('sessions', '7 * * * *', async () => {
    await sessions.sweep();
    await webPush.sweep();
  });
  runner.maintain('rate-limits', '17 * * * *', () => deleteExpiredRateLimits(database, Date.now()));
  runner.maintain('pending-posts', '*/5 * * * *', () => posts.sweepPending());
  runner.maintain('unposted-files', '27 3 * * *', async () => {
    await files.sweepUnposted();
    await uploads.sweep();
    await exportArchives.removeAbandoned();
    await complianceArchives.removeAbandoned();
  });
  runner.maintain('file-hashes', '41 * * * *', async () => {
    await files.integrity.addMissingHashes(HASHING_TIME);
  });
  runner.maintain('file-content', '* * * * *', async () => {
    await fileContent.extractNew(EXTRACTION_TIME);
  });
  runner.maintain('search-indexes', '*/10 * * * *', () => search.updateIndexes());
  runner.maintain('pictures', '51 4 * * *', () => linkMetadata.sweep());
  runner.maintain('command-answers', '47 * * * *', async () => {
    await commandExecution.sweep();
    await triggerIds.sweep();
  });
  runner.maintain('bookmarks', '3 5 * * *', () => bookmarks.sweep());
  runner.maintain('dialogs', '57 3 * * *', () => dialogs.sweep());
  runner.maintain('webhook-deliveries', '7 4 * * *', () => webhookDelivery.sweep());
  runner.maintain('ownership-transfers', '13 4 * * *', () => ownership.transfers.sweep());
  runner.maintain('email-tokens', '57 4 * * *', () => accountEmails.sweep());
  runner.maintain('jobs', '37 3 * * *', async () => {
    const days = config.get().JobSettings.CleanupJobsThresholdDays;
    if (days >= 0) await jobs.deleteBefore(Date.now() - days * DAY);
  });
  runner.maintain('audits', '17 4 * * *', async () => {
    const days = config.get().JobSettings.CleanupAuditsThresholdDays;
    if (days >= 0) await audits.deleteBefore(Date.now() - days * DAY);
  });

  const closing = new AbortController();
  async function startWithRetries(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await runner.start();
      } catch (error) {
        log.error({err: error}, 'could not start jobs; retrying');
        await wait(RETRY_DELAY, undefined, {signal: closing.signal}).catch(() => {});
      }
    }
  }

  // In `onListen`, so that requests don't wait for jobs to be ready.
  app.addHook('onListen', async () => {
    void startWithRetries();
    webhookDelivery.start();
    postReminders.start();
    scheduledPosts.delivery.start();
    mail.start();
    emailNotifications.start();
  });
  let stopped: Promise<unknown> | undefined;
  app.addHook('preClose', async () => {
    closing.abort();
    stopped = Promise.all([
      runner.stop(),
      webhookDelivery.stop(),
      postReminders.stop(),
      scheduledPosts.delivery.stop(),
      mail.stop(),
      emailNotifications.stop(),
    ]);
  });
  app.addHook('onClose', async () => void (await stopped));
}
