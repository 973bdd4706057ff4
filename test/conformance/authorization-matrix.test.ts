/*
 * Every route of the server against everyone who may call it, and every route that reaches a channel against direct,
 * group and archived channels too. Checked are the status and that no response contains what its caller must not see:
 * each world is full of canaries (access/canaries.ts), texts that only some callers may read.
 *
 * To add a route: put a line into the table of its feature in `access/`, with the seven statuses in the order of
 * `CALLERS` (access/access-table.ts says who they are), and a body where it takes one that is right for this. Path
 * parameters are filled in with the member's own things (`World.params`); name others with `params`. Where the world
 * has no such thing, `prepare` makes it. A guest, former members and a deactivated user get the statuses of the column
 * that is named in `DERIVED_CALLERS`; where that is wrong for a line, say so with `but`. A new feature gets a new file,
 * and a line in access/tables.ts.
 *
 * A route that no table has fails the run, and so does a line whose route is gone. The failure of a missing route says
 * what it answered without a body: check each status against what should be, not the other way round.
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

/** Settings that no response may contain, whoever asks. */
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

// Reading comes first: among the others is the end of every session on the server.
lines.sort((one, other) => Number(other.route.startsWith('GET')) - Number(one.route.startsWith('GET')));

const derived = Object.keys(DERIVED_CALLERS) as DerivedCaller[];
const everyone: readonly Caller[] = [...CALLERS, ...derived];

/** Not in the channel in question, whatever kind it is of. */
const outsiders = [
  'other',
  'bot',
  'team admin',
  'guest',
  'former channel member',
  'former team member',
] as const satisfies readonly Caller[];

/** One world of each kind for all that only read. */
const worldsToRead = new Map<ChannelKind, Promise<World>>();

async function worldFor(route: string, call: RouteCall, kind: ChannelKind): Promise<World> {
  const isShared = route.startsWith('GET') && !call.prepare && known.has(route);
  let world: World;
  if (isShared) {
    const shared = worldsToRead.get(kind) ?? createWorld(server, kind);
    worldsToRead.set(kind, shared);
    world = await shared;
  } else {
    world = await createWorld(server, kind);
    await call.prepare?.(world);
  }
  await world.archive();
  return world;
}

/** What has been shown of canaries to those who may read them: one that nobody was shown would prove nothing. */
const shown = new Set<string>();

interface Reply {
  status: number;
  /** What the response contained that the caller must not see. */
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
    // What the caller sent itself is no news to it.
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
    if (value === undefined) throw new Error(`The world has no ${wildcard}: name one with params.`);
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

/** Calls the route as each of the callers. One who gets through may have changed the world: the next gets a new one. */
async function sendAll<C extends Caller>(
  callers: readonly C[],
  route: string,
  call: RouteCall,
  kind: ChannelKind = 'private',
): Promise<Record<C, Reply>> {
  let world = await worldFor(route, call, kind);
  const replies = {} as Record<C, Reply>;
  for (const caller of callers) {
    replies[caller] = await send(world, caller, route, call);
    if (!route.startsWith('GET') && replies[caller].status < 400) world = await worldFor(route, call, kind);
  }
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

describe('every route answers everyone as it should, and shows nobody what is not theirs to see', () => {
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

describe('so do lists of what is the own', () => {
  const own = lines.filter(({route}) => route.startsWith('GET') && route.includes('/:user_id'));
  test.each(own)('$route', async ({route, call}) => {
    const replies = await sendAll(everyone, route.replace(':user_id', 'me'), call);
    for (const caller of everyone) expect([caller, replies[caller].status]).not.toEqual([caller, 500]);
    expect(leaksOf(replies)).toEqual([]);
  });
});

describe.each(['direct', 'group', 'archived'] as const)('whoever is not in a channel that is %s', (kind) => {
  test.each(lines)('$route', async (line) => {
    const {route, call} = line;
    if (!(await reachesChannel(route, call))) return;
    const expected = expectedOf(line);
    const replies = await sendAll(['member', 'system admin', ...outsiders], route, call, kind);
    // Administering a team is no right to direct and group channels: they belong to no team.
    const isRefused = (caller: Caller) =>
      expected[kind !== 'archived' && caller === 'team admin' ? 'former channel member' : caller] >= 400;
    const wrong = outsiders.filter((caller) => isRefused(caller) && replies[caller].status < 400);
    expect(wrong).toEqual([]);
    expect(Object.values(replies).map(({status}) => status)).not.toContain(500);
    expect(leaksOf(replies)).toEqual([]);
    if (kind !== 'archived' || route.startsWith('GET') || call.allowedInArchive) return;
    // With allowedInArchive, a line says that the member may do this in an archived channel as well.
    expect(replies.member.status).toBeGreaterThanOrEqual(400);
  });
});

async function reachesChannel(route: string, call: RouteCall): Promise<boolean> {
  const world = await worldFor(route, call, 'private');
  const {url, payload} = requestOf(world, route, call);
  const request = `${url} ${payload ?? ''}`;
  const {channel_name: name, file_id: fileId = 'none'} = world.params;
  return [world.privateChannelId, world.privatePostId, name!, fileId].some((id) => request.includes(id));
}

test('every canary was shown to somebody who may read it', async () => {
  const {canaries} = await worldsToRead.get('private')!;
  const unseen = canaries.all.filter(({what, readers}) => readers.length > 0 && !shown.has(what));
  expect(unseen.map(({what}) => what)).toEqual([]);
});

describe('no route is left out', () => {
  test('of those that the tables name', () => {
    expect(known.size).toBe(lines.length);
  });
  test.each(routes.filter((route) => !known.has(route)).map((route) => ({route})))(
    '$route',
    async ({route}) => {
      const seen = await sendAll(everyone, route, {}).then(statusesOf, (error: Error) => error.message);
      expect.fail(
        `Add '${route}' to a table in test/conformance/access. Without a body it answered: ${seen}`,
      );
    },
  );
});
