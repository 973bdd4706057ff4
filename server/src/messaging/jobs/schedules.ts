import {CronExpressionParser} from 'cron-parser';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {JobWorker} from './jobs.ts';
import {
  deleteFinished,
  deleteSchedulesExcept,
  hasUnfinishedJob,
  insertJob,
  selectDueSchedule,
  selectNow,
  selectSchedules,
  updateNextAt,
  upsertSchedule,
} from './store.ts';

/**
 * Scheduled jobs. One row per type stores the next time. The server that finds it due creates the job and sets the next
 * time in one transaction, so exactly one job is created regardless of the number of servers. If times were missed
 * while no server was running, one job is created.
 */
export function createSchedules({
  workers,
  database,
  config,
  log,
}: {
  workers: ReadonlyMap<string, JobWorker>;
  database: Database;
  config: Config;
  log: Logger;
}) {
  /** The data of the next job; undefined if it cannot be created now. */
  async function prepareData(type: string): Promise<Record<string, string> | undefined> {
    try {
      return (await workers.get(type)?.prepare?.({}, '')) ?? {};
    } catch (error) {
      log.warn({err: error, type}, 'a scheduled job could not be created');
      return undefined;
    }
  }

  /** Handles one due schedule. Returns whether one was due. */
  function createNextDueJob(): Promise<boolean> {
    return database.transaction(async (tx) => {
      const schedule = await selectDueSchedule(tx, [...workers.keys()]);
      if (!schedule) return false;
      const {type, now} = schedule;
      await updateNextAt(tx, type, {nextAt: nextTime(schedule, now), setAt: now});
      // Otherwise the clock was set back, so only the time is corrected.
      const isDue = schedule.nextat <= now;
      if (!isDue || (await hasUnfinishedJob(tx, type))) return true;
      const data = await prepareData(type);
      if (!data) return true;
      if (workers.get(type)?.keepLastOnly) await deleteFinished(tx, type);
      await insertJob(tx, {id: newId(), type, priority: 0, createat: Date.now(), data, startedby: ''});
      return true;
    });
  }

  return {
    /** Updates the stored schedules to match the settings. */
    async syncSettings(): Promise<void> {
      const settings = config.get();
      const stored = new Map((await selectSchedules(database)).map((row) => [row.type, row]));
      const scheduled: string[] = [];
      for (const [type, {schedule}] of workers) {
        const when = schedule?.(settings);
        if (!when) continue;
        scheduled.push(type);
        const row = stored.get(type);
        if (row?.cron === when.cron && row.timezone === when.timezone) continue;
        const now = await selectNow(database);
        await upsertSchedule(database, {type, ...when, nextat: nextTime(when, now)}, now);
      }
      await deleteSchedulesExcept(database, scheduled);
    },

    /** Creates the jobs that are due. Returns the number of schedules handled. */
    async createDueJobs(): Promise<number> {
      let count = 0;
      while (await createNextDueJob()) count++;
      return count;
    },
  };
}

/** The first time after `now` that matches the cron expression, in milliseconds. */
function nextTime({cron, timezone}: {cron: string; timezone: string}, now: number): number {
  const times = CronExpressionParser.parse(cron, {tz: timezone, currentDate: new Date(now)});
  return times.next().getTime();
}
