/*
 * Every route of the server against everybody who may call it (anonymous, member, other member, bot, personal token,
 * team administrator, system administrator).
 *
 * To add a route: put a line into the table of its feature in `access/`, with the seven statuses in the order of
 * `CALLERS` (access/access-table.ts says who they are), and a body where it takes one that is right for this. Path
 * parameters are filled in with the member's own things (`World.params`); name others with `params`. Where the world
 * has no such thing, `prepare` makes it. A new feature gets a new file, and a line in
 * access/tables.ts.
 *
 * A route that no table has fails the run, and so does a line whose route is gone. The failure of a missing route says
 * what it answered without a body: check each status against what should be, not the other way round.
 */

import type {HTTPMethods} from 'fastify';
import {afterAll, describe, expect, test} from 'vitest';
import {createTestServer} from '../support/test-server.ts';
import {CALLERS, type RouteCall} from './access/access-table.ts';
import {ACCESS_LINES} from './access/tables.ts';
import {createWorld, type World} from './access/world.ts';

const server = await createTestServer({
  settings: {
    RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000},
    MetricsSettings: {Enable: true},
  },
});
afterAll(() => server.close());

const lines = [...ACCESS_LINES];
const known = new Set(lines.map(({route}) => route));
const routes = server.app.routeList.map(({method, path}) => `${method} ${path}`);

// Reading comes first: among the others is the end of every session on the server.
lines.sort((one, other) => Number(other.route.startsWith('GET')) - Number(one.route.startsWith('GET')));

/** One world for all that only read. */
const worldToRead = createWorld(server);

/** What the route answers to each caller. Whoever gets through may have changed the world: the next one gets a new. */
async function statusesOf(route: string, call: RouteCall): Promise<string> {
  const [method, path] = route.split(' ') as [HTTPMethods, string];
  const reads = method === 'GET';
  const freshWorld = async () => {
    const world = reads && !call.prepare && known.has(route) ? await worldToRead : await createWorld(server);
    await call.prepare?.(world);
    return world;
  };
  let world = await freshWorld();
  const statuses: number[] = [];
  for (const caller of CALLERS) {
    const status = await statusOf(world, world.tokens[caller], {method, path, call});
    statuses.push(status);
    if (!reads && status < 400) world = await freshWorld();
  }
  return statuses.join(' ');
}

async function statusOf(
  world: World,
  token: string | undefined,
  {method, path, call}: {method: HTTPMethods; path: string; call: RouteCall},
): Promise<number> {
  const params = {...world.params, ...call.params?.(world)};
  const url = path.replaceAll(/:(\w+)|\*/g, (wildcard, name = '*') => {
    const value = params[name];
    if (value === undefined) throw new Error(`The world has no ${wildcard}: name one with params.`);
    return encodeURIComponent(value);
  });
  const query = call.query?.(world);
  const body = call.body?.(world);
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const {statusCode} = await server.app.inject({
    method,
    url: query === undefined ? url : `${url}?${query}`,
    headers: {
      ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
      ...(isJson ? {'content-type': 'application/json'} : {}),
      ...call.headers,
    },
    ...(body === undefined ? {} : {payload: isJson ? JSON.stringify(body) : (body as string | Buffer)}),
  });
  return statusCode;
}

describe('every route answers everybody as it should', () => {
  test.each(lines)('$route', async ({route, statuses, call}) => {
    expect(routes).toContain(route);
    expect(await statusesOf(route, call)).toBe(statuses.replaceAll(/\s+/g, ' '));
  });
});

describe('no route is left out', () => {
  test('of those that the tables name', () => {
    expect(known.size).toBe(lines.length);
  });
  test.each(routes.filter((route) => !known.has(route)).map((route) => ({route})))(
    '$route',
    async ({route}) => {
      const seen = await statusesOf(route, {}).catch((error: Error) => error.message);
      expect.fail(
        `Add '${route}' to a table in test/conformance/access. Without a body it answered: ${seen}`,
      );
    },
  );
});
