import Type, {type Static} from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery} from '../../platform/http/paging.ts';
import {line, word} from '../../platform/http/wire.ts';
import type {LogEntry, RecentLog} from '../../platform/logging/recent-log.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';

const MAX_PER_PAGE = 5_000;
/** The maximum number of entries that a node sends to another one, because they must fit into a message of the bus. */
const MAX_ENTRIES = 200;
const RECENT_LOG = 'system:recent-log';
const TIMEOUT_MS = 2_000;

const LogQuery = Type.Object({
  server_names: Type.Optional(Type.Array(line(), {maxItems: 100})),
  log_levels: Type.Optional(Type.Array(word(), {maxItems: 10})),
  date_from: Type.Optional(line('An RFC 3339 time, or empty.')),
  date_to: Type.Optional(line('An RFC 3339 time, or empty.')),
});

/** The recent log, for administrators without access to the machine. */
export function registerLogRoutes(
  api: HttpServer,
  {cluster, permissions, recentLog}: {cluster: Cluster; permissions: Permissions; recentLog: RecentLog},
): void {
  /** Matching entries of this node, oldest first. */
  function find(query: Static<typeof LogQuery>): LogEntry[] {
    const levels = new Set(query.log_levels ?? []);
    const from = parseTime('date_from', query.date_from) ?? Number.NEGATIVE_INFINITY;
    const to = parseTime('date_to', query.date_to) ?? Number.POSITIVE_INFINITY;
    const found: LogEntry[] = [];
    for (const entry of recentLog.entries()) {
      const time = Date.parse(entry.timestamp);
      if ((levels.size === 0 || levels.has(entry.level)) && !(time < from) && !(time > to)) found.push(entry);
      if (found.length === MAX_ENTRIES) break;
    }
    return found.reverse();
  }
  cluster.bus.answer(RECENT_LOG, async (query) => find(query as Static<typeof LogQuery>));

  api.get(
    '/logs',
    {
      schema: {
        summary: 'Get the recent log of this server as lines of JSON; page 0 has the newest',
        querystring: Type.Object({
          page: PagingQuery.properties.page,
          logs_per_page: Type.Optional(Type.Integer({minimum: 1, maximum: 10_000, default: MAX_PER_PAGE})),
        }),
        response: {200: Type.Array(Type.String())},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'get_logs');
      const {page = 0, logs_per_page = MAX_PER_PAGE} = request.query;
      const newestFirst = [...recentLog.entries()];
      const start = Math.max(0, page) * logs_per_page;
      const lines = newestFirst.slice(start, start + logs_per_page).reverse();
      return lines.map((entry) => `${JSON.stringify(entry)}\n`);
    },
  );

  api.get(
    '/logs/download',
    {schema: {summary: 'Download the recent log of this server as lines of JSON, oldest first'}},
    async (request, reply) => {
      await permissions.require(actorOf(request), 'get_logs');
      const lines = [...recentLog.entries()].reverse().map((entry) => `${JSON.stringify(entry)}\n`);
      return reply
        .type('text/plain; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="patchbay.log"')
        .send(lines.join(''));
    },
  );

  api.post(
    '/logs/query',
    {
      schema: {
        summary: 'Search the recent log of all servers',
        description: `Returns the newest ${MAX_ENTRIES} entries by host name.`,
        body: LogQuery,
        response: {200: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown())))},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'get_logs');
      const own = find(request.body);
      const others = await cluster.bus.requestAll(RECENT_LOG, request.body, TIMEOUT_MS);
      const entries = new Map([
        [cluster.node.id, own],
        ...others.map(({nodeId, answer}) => [nodeId, answer as LogEntry[]] as const),
      ]);
      const serverNames = new Set(request.body.server_names ?? []);
      return Object.fromEntries(
        cluster
          .nodes()
          .filter(({hostname}) => serverNames.size === 0 || serverNames.has(hostname))
          .map(({id, hostname}) => [hostname, entries.get(id) ?? []]),
      );
    },
  );
}

function parseTime(name: string, text = ''): number | undefined {
  if (text === '') return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw invalidBodyParam(name, {explanation: `It must be an RFC 3339 time, not "${text}".`});
  return time;
}
