/*
 * Tests every route with every caller, and every route that reaches a channel with direct, group and archived channels
 * too. The tests check the status, and that no response contains data that its caller must not see: each world is full
 * of canaries (access/canaries.ts), texts that only some callers may read.
 *
 * To add a route, add a line to the table of its feature in `access/`, with the seven statuses in the order of
 * `CALLERS` (see access/access-table.ts) and a valid body if the route accepts one. Path parameters default to the
 * member's own data (`World.params`); use `params` for others. If the world lacks something, create it with `prepare`.
 * Guests, former members and deactivated users get the statuses of their column in `DERIVED_CALLERS`; use `but` for
 * exceptions. For a new feature, create a new file and add it to access/tables.ts.
 *
 * A route that is in no table fails the run, and so does a line without a route. The failure of a missing route shows
 * the statuses of calls without a body. Compare each of them with what it should be before you copy it.
 */

import type {HTTPMethods} from 'fastify';
import {afterAll, describe, expect, test} from 'vitest';
import {createTestServer} from '../support/test-server.ts';
import {
  CALLERS,
  type Caller,
  DERIVED_CALLERS,
  type DerivedCaller,
  type RouteCall,
} from './access/access-table.ts';
import {ACCESS_LINES, type AccessLine} from './access/tables.ts';
import {type ChannelKind, createWorld, type World} from './access/world.ts';

/** A secret setting that no response may contain, for any caller. */
const SECRET_SETTING = 'canary-of-a-secret-setting';

const server = await createTestServer({
  settings: {
    RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000},
    MetricsSettings: {Enable: true},
    GuestAccountsSettings: {Enable: true},
    PrivacySettings: {ShowEmailAddress: false},
    MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: SECRET_SETTING}},
  },
});
afterAll(() => server.close());

const lines = [...ACCESS_LINES];
const known = new Set(lines.map(({route}) => route));
const routes = server.app.routeList.map(({method, path}) => `${method} ${path}`);

// Routes that only read come first, because others do things such as revoking all sessions.
lines.sort((one, other) => Number(other.route.startsWith('GET')) - Number(one.route.startsWith('GET')));

const derived = Object.keys(DERIVED_CALLERS) as DerivedCaller[];
const everyone: readonly Caller[] = [...CALLERS, ...derived];

/** Callers who are not in the channel under test, of any kind. */
const outsiders = [
  'other',
  'bot',
  'team admin',
  'guest',
  'former channel member',
  'former team member',
] as const satisfies readonly Caller[];

/** One world of each kind, shared by all routes that only read. */
const worldsToRead = new Map<ChannelKind, Promise<World>>();

/** Worlds that no route has prepared or changed. The next route can use them. */
const unchangedWorlds = new Map<ChannelKind, World>();

async function worldFor(route: string, call: RouteCall, kind: ChannelKind): Promise<World> {
  const isShared = route.startsWith('GET') && !call.prepare && known.has(route);
  const unchanged = unchangedWorlds.get(kind);
  let world: World;
  if (isShared) {
    const shared = worldsToRead.get(kind) ?? createWorld(server, kind);
    worldsToRead.set(kind, shared);
    world = await shared;
  } else if (unchanged && !call.prepare) {
    unchangedWorlds.delete(kind);
    return unchanged;
  } else {
    world = await createWorld(server, kind);
    await call.prepare?.(world);
  }
  await world.archive();
  return world;
}

/** The canaries that their readers have seen. A canary that no one sees proves nothing. */
const shown = new Set<string>();

interface Reply {
  status: number;
  /** Data in the response that the caller isn't allowed to see. */
  leaks: string[];
}

async function send(world: World, caller: Caller, route: string, call: RouteCall): Promise<Reply> {
  const request = requestOf(world, route, call);
  const token = world.tokens[caller];
  const response = await server.app.inject({
    ...request,
    headers: {...(token === undefined ? {} : {authorization: `Bearer ${token}`}), ...request.headers},
  });
  const sent = `${request.url} ${request.payload ?? ''}`;
  const received = `${JSON.stringify(response.headers)} ${response.body}`;
  const seesAs = call.showsThingsOf && response.statusCode < 400 ? [caller, call.showsThingsOf] : [caller];
  const leaks = received.includes(SECRET_SETTING) ? ['secret setting'] : [];
  for (const {what, value, readers} of world.canaries.all) {
    // Text that the caller has sent doesn't count.
    if (!received.includes(value) || sent.includes(value)) continue;
    if (seesAs.some((one) => readers.includes(one))) shown.add(what);
    else leaks.push(what);
  }
  return {status: response.statusCode, leaks};
}

function requestOf(world: World, route: string, call: RouteCall) {
  const [method, path] = route.split(' ') as [HTTPMethods, string];
  const params = {...world.params, ...call.params?.(world)};
  const url = path.replaceAll(/:(\w+)|\*/g, (wildcard, name = '*') => {
    const value = params[name];
    if (value === undefined) throw new Error(`The world has no ${wildcard}. Set it with params.`);
    return encodeURIComponent(value);
  });
  const query = call.query?.(world);
  const body = call.body?.(world);
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  return {
    method,
    url: query === undefined ? url : `${url}?${query}`,
    headers: {...(isJson ? {'content-type': 'application/json'} : {}), ...call.headers},
    ...(body === undefined ? {} : {payload: isJson ? JSON.stringify(body) : (body as string | Buffer)}),
  };
}

/** Calls the route as each caller. A successful call may have changed the world, so the next caller gets a new one. */
async function sendAll<C extends Caller>(
  callers: readonly C[],
  route: string,
  call: RouteCall,
  kind: ChannelKind = 'private',
): Promise<Record<C, Reply>> {
  let world: World | undefined;
  const replies = {} as Record<C, Reply>;
  for (const caller of callers) {
    world ??= await worldFor(route, call, kind);
    replies[caller] = await send(world, caller, route, call);
    if (!route.startsWith('GET') && replies[caller].status < 400) world = undefined;
  }
  if (world && !route.startsWith('GET') && !call.prepare) unchangedWorlds.set(kind, world);
  return replies;
}

const statusesOf = (replies: Record<Caller, Reply>) =>
  CALLERS.map((caller) => replies[caller].status).join(' ');

const leaksOf = (replies: Partial<Record<Caller, Reply>>) =>
  Object.entries(replies).flatMap(([caller, {leaks}]) => leaks.map((what) => `${caller}: ${what}`));

function expectedOf({statuses, call}: AccessLine): Record<Caller, number> {
  const columns = statuses.split(/\s+/).map(Number);
  const expected = Object.fromEntries(CALLERS.map((caller, index) => [caller, columns[index]]));
  for (const caller of derived) expected[caller] = call.but?.[caller] ?? expected[DERIVED_CALLERS[caller]];
  return expected as Record<Caller, number>;
}

describe('every route returns the expected status to every caller, and shows only data that the caller can see', () => {
  test.each(lines)('$route', async (line) => {
    const {route, call} = line;
    expect(routes).toContain(route);
    const replies = await sendAll(everyone, route, call);
    const expected = expectedOf(line);
    const wrong = everyone.filter((caller) => replies[caller].status !== expected[caller]);
    expect(wrong.map((caller) => `${caller}: ${replies[caller].status}, not ${expected[caller]}`)).toEqual(
      [],
    );
    expect(leaksOf(replies)).toEqual([]);
  });
});

describe('the same applies to lists of the caller’s own data', () => {
  const own = lines.filter(({route}) => route.startsWith('GET') && route.includes('/:user_id'));
  test.each(own)('$route', async ({route, call}) => {
    const replies = await sendAll(everyone, route.replace(':user_id', 'me'), call);
    for (const caller of everyone) expect([caller, replies[caller].status]).not.toEqual([caller, 500]);
    expect(leaksOf(replies)).toEqual([]);
  });
});

describe.each(['direct', 'group', 'archived'] as const)(
  'callers who are not in a channel that is %s',
  (kind) => {
    test.each(lines)('$route', async (line) => {
      const {route, call} = line;
      if (!(await reachesChannel(route, call))) return;
      const expected = expectedOf(line);
      const replies = await sendAll(['member', 'system admin', ...outsiders], route, call, kind);
      // Team administrators have no permissions in direct and group channels, because these belong to no team.
      const isRefused = (caller: Caller) =>
        expected[kind !== 'archived' && caller === 'team admin' ? 'former channel member' : caller] >= 400;
      const wrong = outsiders.filter((caller) => isRefused(caller) && replies[caller].status < 400);
      expect(wrong).toEqual([]);
      expect(Object.values(replies).map(({status}) => status)).not.toContain(500);
      expect(leaksOf(replies)).toEqual([]);
      if (kind !== 'archived' || route.startsWith('GET') || call.allowedInArchive) return;
      // With allowedInArchive, the member can do this in an archived channel too.
      expect(replies.member.status).toBeGreaterThanOrEqual(400);
    });
  },
);

/** The routes whose calls reach a channel. */
const channelRoutes = new Map<string, Promise<boolean>>();

function reachesChannel(route: string, call: RouteCall): Promise<boolean> {
  const known = channelRoutes.get(route) ?? mentionsChannel(route, call);
  channelRoutes.set(route, known);
  return known;
}

async function mentionsChannel(route: string, call: RouteCall): Promise<boolean> {
  const world = await worldFor(route, call, 'private');
  if (!route.startsWith('GET') && !call.prepare) unchangedWorlds.set('private', world);
  const {url, payload} = requestOf(world, route, call);
  const request = `${url} ${payload ?? ''}`;
  const {channel_name: name, file_id: fileId = 'none'} = world.params;
  return [world.privateChannelId, world.privatePostId, name!, fileId].some((id) => request.includes(id));
}

test('every canary was shown to someone who can read it', async () => {
  const {canaries} = await worldsToRead.get('private')!;
  const unseen = canaries.all.filter(({what, readers}) => readers.length > 0 && !shown.has(what));
  expect(unseen.map(({what}) => what)).toEqual([]);
});

describe('no route is missing', () => {
  test('of the tables', () => {
    expect(known.size).toBe(lines.length);
  });
  test.each(routes.filter((route) => !known.has(route)).map((route) => ({route})))(
    '$route',
    async ({route}) => {
      const seen = await sendAll(everyone, route, {}).then(statusesOf, (error: Error) => error.message);
      expect.fail(
        `Add '${route}' to a table in test/conformance/access. Without a body, it returned: ${seen}`,
      );
    },
  );
});
