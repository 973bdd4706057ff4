import {LRUCache} from 'lru-cache';
import Type, {type Static} from 'typebox';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {invalidUrlParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {looseId} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Statuses} from '../statuses/statuses.ts';
import {
  countDatabaseConnections,
  type DayRow,
  selectCounts,
  selectDays,
  selectPostsByChannelType,
} from './store.ts';

const DAY = 24 * 60 * 60 * 1000;
const MONTH = 31 * DAY;
/** How long daily counts are cached, in milliseconds, because counting reads all posts of a month. */
const DAYS_CACHE_MS = 60_000;
/** The maximum number of teams in the cache. */
const MAX_CACHED_TEAMS = 1_000;

const AnalyticsRow = Type.Object({name: Type.String(), value: Type.Integer()});
type Row = Static<typeof AnalyticsRow>;

/** The statistics of the System Console, for administrators. */
export function registerAnalyticsRoutes(
  api: HttpServer,
  {database, permissions, statuses}: {database: Database; permissions: Permissions; statuses: Statuses},
): void {
  async function standard(teamId: string, now: number): Promise<Row[]> {
    const counts = await selectCounts(database, teamId, {dayAgo: now - DAY, monthAgo: now - MONTH});
    return [
      {name: 'channel_open_count', value: counts.publicchannels},
      {name: 'channel_private_count', value: counts.privatechannels},
      {name: 'post_count', value: counts.posts},
      {name: 'unique_user_count', value: counts.people},
      {name: 'team_count', value: counts.teams},
      {name: 'total_websocket_connections', value: statuses.totalConnectionCount()},
      {name: 'total_master_db_connections', value: await countDatabaseConnections(database)},
      {name: 'total_read_db_connections', value: 0},
      {name: 'daily_active_users', value: counts.activetoday},
      {name: 'monthly_active_users', value: counts.activethismonth},
      {name: 'inactive_user_count', value: counts.inactive},
    ];
  }

  // Concurrent requests for any of the statistics share one count.
  const days = new LRUCache<string, DayRow[]>({
    max: MAX_CACHED_TEAMS,
    ttl: DAYS_CACHE_MS,
    fetchMethod: (teamId) => withoutCaller(() => selectDays(database, teamId, Date.now() - MONTH)),
  });

  const byDay = (value: (row: DayRow) => number) => async (teamId: string) =>
    (await days.forceFetch(teamId)).map((row) => ({name: row.day, value: value(row)}));

  const kinds = new Map<string, (teamId: string, now: number) => Promise<Row[]>>([
    ['standard', standard],
    ['post_counts_day', byDay((row) => row.posts)],
    ['bot_post_counts_day', byDay((row) => row.botposts)],
    ['user_counts_with_posts_day', byDay((row) => row.authors)],
    [
      'post_counts_by_channel_type',
      async (teamId) =>
        (await selectPostsByChannelType(database, teamId)).map(({type, posts}) => ({
          name: type,
          value: posts,
        })),
    ],
    // Counts of integrations; clients hide them if they are empty.
    ['extra_counts', async () => []],
  ]);

  api.get(
    '/analytics/old',
    {
      schema: {
        summary: 'Get statistics for the System Console',
        description: 'Daily counts are updated at most once a minute.',
        querystring: Type.Object({
          name: Type.String({
            default: 'standard',
            maxLength: 128,
            description: `One of ${[...kinds.keys()].join(', ')}.`,
          }),
          team_id: Type.Optional(looseId('The team to count; all teams if empty.')),
        }),
        response: {200: Type.Array(AnalyticsRow)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'get_analytics');
      const {name, team_id = ''} = request.query;
      const count = kinds.get(name || 'standard');
      if (!count)
        throw invalidUrlParam('name', {explanation: `It must be one of ${[...kinds.keys()].join(', ')}.`});
      return count(team_id, Date.now());
    },
  );
}
