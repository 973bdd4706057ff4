import {PgBoss} from 'pg-boss';
import {connectionSettings} from '../database/connection-settings.ts';
import type {OperatorLog} from '../logging/operator-log.ts';

/** Something to be done, as it is handed to a worker. */
export interface QueuedWork {
  id: string;
  data: Record<string, string>;
  /** Aborted when somebody else has taken the work over, because this process seemed dead. */
  signal: AbortSignal;
}

export interface QueueOptions {
  /** So many are done at the same time, by each process; 1 means one in the whole installation. */
  atOnce: number;
  /** New work is taken up at once. That of a dead process is found by looking every so many seconds. */
  lookEvery: number;
}

export type JobQueue = ReturnType<typeof createJobQueue>;

const SCHEMA = 'pgboss';

/** Who gives no sign of life for so long is taken for dead, and its work is given to another. Seconds. */
const SIGN_OF_LIFE = 20;
const LOOK_FOR_THE_DEAD = 5;

/** Work whose worker dies is tried so often again; it may be the work that kills. */
const TRIES_AFTER_DEATH = 5;

const DAY = 24 * 60 * 60;

/**
 * Work for later, and work by the clock: on pg-boss, in a schema of its own of the same database. Each piece of work
 * has one worker at a time, whatever the number of processes. Announce all work with `work` and `schedule`, then
 * `start`.
 */
export function createJobQueue({
  connectionString,
  runSchedules,
  log,
}: {
  connectionString: string;
  /** Whether this process looks at the clock. */
  runSchedules: boolean;
  log: OperatorLog;
}) {
  // Its own few connections: it reads numbers as the driver gives them, where the rest of us reads numbers.
  const {types: _types, ...settings} = connectionSettings(connectionString) as Record<string, unknown>;
  const boss = new PgBoss({
    ...settings,
    application_name: 'patchbay jobs',
    max: 3,
    schema: SCHEMA,
    schedule: runSchedules,
    useListenNotify: true,
    superviseIntervalSeconds: LOOK_FOR_THE_DEAD,
    monitorIntervalSeconds: LOOK_FOR_THE_DEAD,
    // It also remembers for so long that one is being done of which there may be one only, and starts no other. What
    // it remembers comes from its monitoring, which by default pauses for minutes on a machine that is busy.
    queueCacheIntervalSeconds: LOOK_FOR_THE_DEAD,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({err: error}, 'the job queue met an error; it goes on'));
  boss.on('warning', ({message, data}) => log.warn({data}, message));

  const workers = new Map<string, {options: QueueOptions; handle: (work: QueuedWork) => Promise<void>}>();
  const schedules = new Map<string, {cron: string; timezone: string}>();
  let started: Promise<void> | undefined;

  async function startNow(): Promise<void> {
    await boss.start();
    for (const [name, {options, handle}] of workers) {
      await boss.createQueue(name, {
        policy: options.atOnce === 1 ? 'singleton' : 'standard',
        retryLimit: TRIES_AFTER_DEATH,
        retryDelay: 0,
        heartbeatSeconds: SIGN_OF_LIFE,
        expireInSeconds: DAY,
        retentionSeconds: 365 * DAY,
        deleteAfterSeconds: 7 * DAY,
        notify: true,
      });
      await forgetActive(name);
      for (let i = 0; i < options.atOnce; i++) await employ(name, options, handle);
    }
    await followSchedules();
  }

  async function employ(
    name: string,
    {lookEvery}: QueueOptions,
    handle: (work: QueuedWork) => Promise<void>,
  ): Promise<void> {
    const worker = await boss.work<Record<string, string>>(
      name,
      {
        pollingIntervalSeconds: lookEvery,
        notifyPollingIntervalSeconds: lookEvery,
        heartbeatRefreshSeconds: SIGN_OF_LIFE / 4,
      },
      async ([job]) => {
        if (!job) return;
        try {
          await handle({id: job.id, data: job.data, signal: job.signal});
        } finally {
          await forgetActive(name);
          // There may be more: without this it would wait until it looks again, or until something new comes.
          boss.notifyWorker(worker);
        }
      },
    );
  }

  /**
   * Lets the next of a kind of which one is done at a time begin at once. Where one is being done pg-boss spares itself
   * to look for others, and would believe so for up to ten seconds after its end. An index of its own is what really
   * keeps a second one from being begun.
   */
  async function forgetActive(name: string): Promise<void> {
    try {
      const forget = `update ${SCHEMA}.queue set singletons_active = null where name = $1`;
      await boss.getDb().executeSql(forget, [name]);
      // Whatever is changed of a queue, this process then reads it anew.
      await boss.updateQueue(name, {notify: true});
    } catch (error) {
      log.warn({err: error}, 'the next job may begin some seconds late');
    }
  }

  async function followSchedules(): Promise<void> {
    const stored = await boss.getSchedules();
    for (const {name} of stored) if (!schedules.has(name)) await boss.unschedule(name);
    for (const [name, {cron, timezone}] of schedules) {
      const known = stored.find((schedule) => schedule.name === name);
      if (known?.cron === cron && known.timezone === timezone) continue;
      await boss.schedule(name, cron, null, {tz: timezone});
    }
  }

  return {
    /** Says who does the work of this name. A handler that throws gets the work again, a few times. */
    work(name: string, options: QueueOptions, handle: (work: QueuedWork) => Promise<void>): void {
      workers.set(name, {options, handle});
    },

    /**
     * Sends work of this name by the clock: five fields of cron, in that time zone; undefined for not any more. Of
     * all processes on the database one sends it. Takes effect at once if the queue has started.
     */
    async schedule(name: string, when: {cron: string; timezone: string} | undefined): Promise<void> {
      if (when) schedules.set(name, when);
      else schedules.delete(name);
      if (started) {
        await started;
        await followSchedules();
      }
    },

    /** Makes its tables where they are missing, and takes up work. */
    start(): Promise<void> {
      started ??= startNow().catch((error) => {
        started = undefined;
        throw error;
      });
      return started;
    },

    /** Sends work under an id (a UUID). Under an id that is known nothing happens. */
    async send(name: string, id: string, data: Record<string, string>, priority = 0): Promise<void> {
      await started;
      await boss.send(name, data, {id, priority});
    },

    /** Whether the work waits or is being done; undefined if it is unknown or over. */
    async state(name: string, id: string): Promise<'waiting' | 'active' | undefined> {
      await started;
      const [job] = await boss.findJobs(name, {id});
      if (job?.state === 'created' || job?.state === 'retry') return 'waiting';
      return job?.state === 'active' ? 'active' : undefined;
    },

    /** Forgets work, so that its id can be used again. */
    async forget(name: string, id: string): Promise<void> {
      await started;
      await boss.deleteJob(name, id);
    },

    /** Takes up nothing more. What is being done goes on. */
    async pause(): Promise<void> {
      await started?.catch(() => {});
      await Promise.all([...workers.keys()].map((name) => boss.offWork(name, {wait: false})));
    },

    /** Ends. Work that is still being done is given to whoever starts next. */
    async stop(): Promise<void> {
      if (!started) return;
      await started.catch(() => {});
      await boss.stop({graceful: true, timeout: 1000});
    },
  };
}
