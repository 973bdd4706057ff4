import type {Static} from 'typebox';
import Type from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import type {Files} from '../../messaging/files/files.ts';
import {
  integer,
  type JobPayload,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
} from '../../messaging/jobs/jobs.ts';
import type {Posts} from '../../messaging/posts/posts.ts';
import type {UserTexts} from '../../messaging/texts/texts.ts';
import {presentUser} from '../../messaging/users/users.ts';
import type {Database} from '../../platform/database/database.ts';
import {isValidId} from '../../platform/database/ids.ts';
import type {Reader} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {csvLine, guarded} from '../../platform/formats/csv/csv.ts';
import {isFlagSet} from '../../platform/http/query.ts';
import {
  MAX_USERS,
  NUMBER_COLUMNS,
  SORT_COLUMNS,
  type UserExportQuery,
  type UserFilterQuery,
  type UserReport,
  type UserReportQuery,
} from './schema.ts';
import {
  countReportedUsers,
  type Period,
  selectUserReport,
  type UserReportFilter,
  type UserReportPage,
  type UserReportRow,
} from './store.ts';

/** The type of the job that exports a report of users (docs/specification.md#reports). */
const USERS_JOB_TYPE = 'export_users_to_csv';

const PERMISSIONS = {create: 'manage_system', read: 'manage_system', manage: 'manage_system'};
const DAY = 24 * 60 * 60 * 1000;
const ALL_TIME: Period = {from: 0, until: Number.MAX_SAFE_INTEGER};

const FILTERS = [
  'role_filter',
  'team_filter',
  'has_no_team',
  'hide_active',
  'hide_inactive',
  'guest_filter',
  'search_term',
  'last_active',
  'bots',
] as const;

/** The values of `last_active`, with their lengths: those of daily_active_users and monthly_active_users. */
const ACTIVE_PERIODS: ReadonlyMap<string, number> = new Map([
  ['last_24_hours', DAY],
  ['last_31_days', 31 * DAY],
]);

const PAYLOAD = {
  data: {
    requesting_user_id: text,
    date_range: text,
    ...(Object.fromEntries(FILTERS.map((name) => [name, text])) as Record<
      (typeof FILTERS)[number],
      typeof text
    >),
    // Jobs of earlier versions lack these.
    last_active: Type.Optional(text),
    bots: Type.Optional(text),
  },
  progress: {},
  result: {users: integer, file_id: Type.Optional(text)},
} satisfies JobPayload;

export type UserReports = ReturnType<typeof createUserReports>;

/** Reports of users for administrators: page by page, or as a file from the system bot. */
export function createUserReports({
  database,
  jobs,
  channels,
  posts,
  files,
  systemBot,
  userTexts,
}: {
  database: Database;
  jobs: Jobs;
  channels: Channels;
  posts: Posts;
  files: Files;
  /** The id of the bot that sends reports. */
  systemBot(): Promise<string>;
  userTexts: UserTexts;
}) {
  const exportJobs = jobs.register(USERS_JOB_TYPE, {
    payload: PAYLOAD,
    concurrency: 1,
    permissions: PERMISSIONS,
    prepare: (given, userId) => toJobData(given, userId),
    run,
  });

  /** Also checks the filters. @throws AppError 400 */
  function toJobData(given: Static<typeof UserExportQuery>, userId: string) {
    filterOf(given, Date.now());
    periodOf(given.date_range, Date.now());
    const values = Object.fromEntries(FILTERS.map((name) => [name, given[name] ?? '']));
    return {
      requesting_user_id: userId,
      date_range: given.date_range ?? '',
      ...(values as Record<(typeof FILTERS)[number], string>),
    };
  }

  async function send(userId: string, message: string, file?: AsyncIterable<Uint8Array>): Promise<string> {
    const botId = await systemBot();
    const {id: channelId} = await channels.directChannel(botId, userId, botId);
    const fileIds: string[] = [];
    if (file) {
      const day = new Date().toISOString().slice(0, 10);
      const received = await files.receive(`users-${day}.csv`, file);
      const [info] = await files.add([received], {channelId, userId: botId});
      fileIds.push(info!.id);
    }
    await posts.create({channelId, userId: botId, message, fileIds, setOnline: false});
    return fileIds[0] ?? '';
  }

  async function run({data, signal}: RunOf<typeof PAYLOAD>): Promise<OutcomeOf<typeof PAYLOAD>> {
    const period = periodOf(data.date_range, Date.now());
    const filter = filterOf(data, Date.now());
    let users = 0;
    async function* lines(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(csvLine(COLUMNS));
      let cursor: UserReportPage['cursor'];
      for (;;) {
        signal.throwIfAborted();
        const page = {
          column: 'Username',
          descending: false,
          backward: false,
          cursor,
          offset: 0,
          limit: MAX_USERS,
        } as const;
        const rows = await database.longRunning(() => selectUserReport(database, filter, page, period));
        for (const row of rows) yield Buffer.from(csvLine(cellsOf(row)));
        users += rows.length;
        const last = rows.at(-1);
        if (!last || rows.length < MAX_USERS) return;
        cursor = {value: last.username, id: last.id};
      }
    }
    const file_id = await send(
      data.requesting_user_id,
      (await userTexts(data.requesting_user_id)).userReport,
      lines(),
    );
    return {status: 'success', data: {users, file_id}};
  }

  return {
    /** A page of the report. @throws AppError 400 for an invalid filter, column or size */
    async list(db: Reader, query: Static<typeof UserReportQuery>, now: number): Promise<UserReport[]> {
      const rows = await selectUserReport(
        db,
        filterOf(query, now),
        pageOf(query),
        periodOf(query.date_range, now),
      );
      return rows.map(presentReport);
    },

    /** The number of users that match. @throws AppError 400 for an invalid filter */
    count: (db: Reader, query: Static<typeof UserFilterQuery>, now: number): Promise<number> =>
      countReportedUsers(db, filterOf(query, now)),

    /**
     * Starts the job that sends the report to this user as a file. Returns its id.
     *
     * @throws AppError 400 for an invalid filter, or if the user has already started the same export
     */
    async startExport(userId: string, query: Static<typeof UserExportQuery>): Promise<string> {
      const data = toJobData(query, userId);
      for (const status of ['pending', 'in_progress']) {
        const same = await jobs.list({types: [USERS_JOB_TYPE], status, offset: 0, limit: 200});
        const isSame = ({data: other}: {data: Record<string, string>}) =>
          Object.entries(data).every(([name, value]) => other[name] === value);
        if (same.some(isSame)) throw alreadyStarted();
      }
      const {id} = await exportJobs.create(data, {startedBy: userId});
      await send(
        userId,
        'The export of the report of users has started. You get a message with the file when it is ready.',
      );
      return id;
    },
  };
}

/** The columns of the file, which are those of the reference server. */
const COLUMNS = [
  'Id',
  'Username',
  'Email',
  'CreateAt',
  'Name',
  'Roles',
  'LastLogin',
  'LastStatusAt',
  'LastPostDate',
  'DaysActive',
  'TotalPosts',
  'DeletedAt',
];

function cellsOf(row: UserReportRow): (string | number)[] {
  const time = (millis: number | null) => (millis ? new Date(millis).toISOString() : '');
  return [
    row.id,
    guarded(row.username),
    guarded(row.email),
    time(row.createat),
    guarded(displayName(row)),
    guarded(row.roles),
    time(row.lastlogin),
    time(row.laststatusat),
    time(row.lastpostdate),
    row.daysactive,
    row.totalposts,
    time(row.deleteat),
  ];
}

function presentReport(row: UserReportRow): UserReport {
  return {
    ...presentUser(row, 'full'),
    display_name: displayName(row),
    last_login: row.lastlogin,
    last_status_at: row.laststatusat ?? undefined,
    last_post_date: row.lastpostdate ?? undefined,
    days_active: row.daysactive,
    total_posts: row.totalposts,
  };
}

/** The nickname, or else the full name, or else the username. */
function displayName({nickname, firstname, lastname, username}: UserReportRow): string {
  return nickname || `${firstname} ${lastname}`.trim() || username;
}

function filterOf(query: Static<typeof UserFilterQuery>, now: number): UserReportFilter {
  const {
    role_filter: role = '',
    team_filter: teamId = '',
    guest_filter: guests = '',
    search_term = '',
    last_active: active = '',
    bots = '',
  } = query;
  if (teamId !== '' && !isValidId(teamId)) {
    throw invalid(
      'api.getUsersForReporting.invalid_team_filter',
      'team_filter',
      'must be the id of a team',
      teamId,
    );
  }
  const hideActive = isFlagSet(query.hide_active);
  const hideInactive = isFlagSet(query.hide_inactive);
  if (hideActive && hideInactive) {
    throw new AppError({
      id: 'api.getUsersForReporting.invalid_active_filter',
      message: 'hide_active and hide_inactive together hide everyone. Set only one of them.',
      status: 400,
      path: 'hide_inactive',
    });
  }
  if (!['', 'all', 'single_channel', 'multi_channel'].includes(guests)) {
    throw invalid(
      'api.getUsersForReporting.invalid_guest_filter',
      'guest_filter',
      'must be all, single_channel or multi_channel',
      guests,
    );
  }
  const activePeriod = ACTIVE_PERIODS.get(active);
  if (active !== '' && activePeriod === undefined) {
    throw invalid(
      'api.getUsersForReporting.invalid_last_active',
      'last_active',
      `must be ${[...ACTIVE_PERIODS.keys()].join(' or ')}`,
      active,
    );
  }
  if (!['', 'include', 'only'].includes(bots)) {
    throw invalid('api.getUsersForReporting.invalid_bots', 'bots', 'must be include or only', bots);
  }
  return {
    role,
    teamId,
    withoutTeam: isFlagSet(query.has_no_team),
    activation: hideActive ? 'inactive' : hideInactive ? 'active' : undefined,
    guests: guests === '' ? undefined : (guests as UserReportFilter['guests']),
    activeSince: activePeriod && now - activePeriod,
    bots: bots === '' ? 'exclude' : (bots as UserReportFilter['bots']),
    words: search_term.split(/\s+/).filter(Boolean).slice(0, 10),
  };
}

function pageOf(query: Static<typeof UserReportQuery>): UserReportPage {
  const {sort_column = '', page_size: limit = 50, page = 0} = query;
  const {from_column_value: value = '', from_id: id = ''} = query;
  const column = SORT_COLUMNS.find((name) => name === (sort_column || 'Username'));
  if (!column) {
    throw invalid(
      'model.user_report_options.is_valid.invalid_sort_column',
      'sort_column',
      `must be one of ${SORT_COLUMNS.join(', ')}`,
      sort_column,
    );
  }
  if (limit < 1 || limit > MAX_USERS) {
    throw invalid(
      'api.getUsersForReporting.invalid_page_size',
      'page_size',
      `must be from 1 to ${MAX_USERS}`,
      String(limit),
    );
  }
  const isNumber = NUMBER_COLUMNS.some((name) => name === column);
  if (isNumber && id !== '' && !/^[0-9]{1,15}$/.test(value)) {
    throw invalid(
      'api.getUsersForReporting.invalid_cursor',
      'from_column_value',
      'must be a number, in milliseconds for a time',
      value,
    );
  }
  return {
    column,
    descending: query.sort_direction === 'desc',
    // Earlier versions of the reference server call it "up".
    backward: query.direction === 'prev' || query.direction === 'up',
    cursor: id === '' ? undefined : {value: isNumber ? Number(value) : value, id},
    offset: id === '' ? page * limit : 0,
    limit,
  };
}

/** The period of the statistics, in UTC. Unknown values mean all time, as on the reference server. */
function periodOf(range: string | undefined, now: number): Period {
  const date = new Date(now);
  const startOfMonth = (offset: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
  switch (range) {
    case 'last_30_days':
      return {...ALL_TIME, from: now - 30 * DAY};
    case 'previous_month':
      return {from: startOfMonth(-1), until: startOfMonth(0)};
    case 'last_6_months':
      return {...ALL_TIME, from: new Date(now).setUTCMonth(date.getUTCMonth() - 6)};
    default:
      return ALL_TIME;
  }
}

function invalid(id: string, name: string, rule: string, value: string): AppError {
  return new AppError({
    id,
    message: `${name} ${rule}, not ${JSON.stringify(value.slice(0, 100))}.`,
    status: 400,
    path: name,
  });
}

function alreadyStarted(): AppError {
  return new AppError({
    id: 'app.report.start_users_batch_export.job_exists',
    message: 'You have already started this export. You get a message when it is ready.',
    status: 400,
  });
}
