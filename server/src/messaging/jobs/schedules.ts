import {CronExpressionParser} from 'cron-parser';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {JobWorker} from './jobs.ts';
import {
  deleteFinished,
  deleteSchedulesBut,
  insertJob,
  isUnderWay,
  selectDueSchedule,
  selectNow,
  selectSchedules,
  updateNextAt,
  upsertSchedule,
} from './store.ts';

/**
 * Jobs by the clock: a row for each kind says when the next one is due. Whichever server finds that it is makes the job
 * and sets the next time in one transaction, so there is one job, whatever the number of servers. A time that passes
 * while no server runs is made up for once.
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
  /** The data of the next job; undefined if it cannot be made now. */
  async function prepared(type: string): Promise<Record<string, string> | undefined> {
    try {
      return (await workers.get(type)?.prepare?.({}, '')) ?? {};
    } catch (error) {
      log.warn({err: error, type}, 'a job that is due could not be made');
      return undefined;
    }
  }

  /** Sees to one schedule that is due. Whether there was one. */
  function makeNextDue(): Promise<boolean> {
    return database.transaction(async (tx) => {
      const schedule = await selectDueSchedule(tx, [...workers.keys()]);
      if (!schedule) return false;
      const {type, now} = schedule;
      await updateNextAt(tx, type, {nextAt: nextTime(schedule, now), setAt: now});
      // Otherwise the clock was set back, and the time is only corrected.
      const isDue = schedule.nextat <= now;
      if (!isDue || (await isUnderWay(tx, type))) return true;
      const data = await prepared(type);
      if (!data) return true;
      if (workers.get(type)?.keepsLastOnly) await deleteFinished(tx, type);
      await insertJob(tx, {id: newId(), type, priority: 0, createat: Date.now(), data, startedby: ''});
      return true;
    });
  }

  return {
    /** Writes down what is to be done by the clock, by the settings as they are. */
    async follow(): Promise<void> {
      const settings = config.get();
      const known = new Map((await selectSchedules(database)).map((row) => [row.type, row]));
      const scheduled: string[] = [];
      for (const [type, {schedule}] of workers) {
        const when = schedule?.(settings);
        if (!when) continue;
        scheduled.push(type);
        const row = known.get(type);
        if (row?.cron === when.cron && row.timezone === when.timezone) continue;
        const now = await selectNow(database);
        await upsertSchedule(database, {type, ...when, nextat: nextTime(when, now)}, now);
      }
      await deleteSchedulesBut(database, scheduled);
    },

    /** Makes the jobs that are due. How many schedules were. */
    async makeDue(): Promise<number> {
      let count = 0;
      while (await makeNextDue()) count++;
      return count;
    },
  };
}

/** The first time after `now` that the cron expression names. Milliseconds. */
function nextTime({cron, timezone}: {cron: string; timezone: string}, now: number): number {
  const times = CronExpressionParser.parse(cron, {tz: timezone, currentDate: new Date(now)});
  return times.next().getTime();
}
