/*
 * No input over HTTP causes an internal error, and messages contain no ids. Calls every route as a member and as a system
 * administrator, each time with one invalid value. The valid call is the one from the authorization matrix; the values
 * are based on the route's schema.
 */

import type {HTTPMethods} from 'fastify';
import {afterAll, expect, test} from 'vitest';
import {createTestServer} from '../support/test-server.ts';
import type {Caller, RouteCall} from './access/access-table.ts';
import {ACCESS_LINES} from './access/tables.ts';
import {createWorld, type World} from './access/world.ts';
import {
  type CreateRequest,
  type HostileRequest,
  hostileBodies,
  hostileParams,
  hostileQueries,
  type Shape,
} from './hostile-requests.ts';

interface Operation {
  parameters?: {name: string; in: string}[];
  requestBody?: {content: Record<string, {schema: Shape}>};
}

const settings = {
  RateLimitSettings: {LoginPerSec: 1e6, LoginMaxBurst: 1e6},
  MetricsSettings: {Enable: true},
};
const server = await createTestServer({settings});
afterAll(() => server.close());

const {paths} = server.app.swagger() as {paths: Record<string, Record<string, Operation>>};

function operationOf(method: string, path: string): Operation {
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
}

// Routes that change something for all users.
const CHANGES_ALL = /^(?:PUT|POST) \/api\/v4\/(?:config|roles|users\/sessions)/;
const lines = ACCESS_LINES.toSorted(
  (one, other) => Number(CHANGES_ALL.test(one.route)) - Number(CHANGES_ALL.test(other.route)),
);

/** Testing everything takes minutes, so each caller sends this many calls to each route, spread evenly. */
const CALLS = 12;

/** One world that all routes share if they only read. */
const worldToRead = createWorld(server);

test.each(lines)('$route', async ({route, call}) => {
  const [method, path] = route.split(' ') as [HTTPMethods, string];
  const newWorld = async () => {
    const world = method === 'GET' && !call.prepare ? await worldToRead : await createWorld(server);
    await call.prepare?.(world);
    return world;
  };
  let world = await newWorld();
  const faults: string[] = [];
  for (const [turn, caller] of (['member', 'system admin'] as const).entries()) {
    const requests = [...hostileRequests(method, path, call, world)];
    const step = Math.max(1, requests.length / CALLS);
    for (let at = (step * turn) / 2; at < requests.length; at += step) {
      const request = requests[Math.floor(at)]!();
      let answer = await send(world, caller, {method, path, call, request});
      if (answer.statusCode === 401 && !(await isSignedIn(world, caller))) {
        world = await newWorld();
        answer = await send(world, caller, {method, path, call, request});
      }
      const fault = faultOf(answer);
      if (fault) faults.push(`${caller}: ${fault}, to ${JSON.stringify(request).slice(0, 1000)}`);
    }
    if (CHANGES_ALL.test(route)) await server.platform.config.patch(settings);
  }
  expect(faults).toEqual([]);
});

function* hostileRequests(
  method: HTTPMethods,
  path: string,
  call: RouteCall,
  world: World,
): Generator<CreateRequest> {
  const {parameters = [], requestBody} = operationOf(method, path);
  const pathNames = [...path.matchAll(/:(\w+)|\*/g)].map(([wildcard, name]) => name ?? wildcard);
  yield* hostileParams(pathNames, world);
  const queryNames = parameters.filter((parameter) => parameter.in === 'query').map(({name}) => name);
  yield* hostileQueries(queryNames, call.query?.(world) ?? '', world);
  if (method === 'GET') return;
  const shape = requestBody?.content['application/json']?.schema ?? {};
  yield* hostileBodies(shape, call.body?.(world), world);
}

type Answer = Awaited<ReturnType<typeof send>>;

async function send(
  world: World,
  caller: Caller,
  {
    method,
    path,
    call,
    request,
  }: {method: HTTPMethods; path: string; call: RouteCall; request: HostileRequest},
) {
  const params = {...world.params, ...call.params?.(world)};
  const url = path.replaceAll(
    /:(\w+)|\*/g,
    (wildcard, name = wildcard) => request.params?.[name] ?? encodeURIComponent(params[name] ?? ''),
  );
  const query = request.query ?? call.query?.(world);
  const right = call.body?.(world);
  const payload =
    request.body ??
    (right instanceof Buffer ? right : right === undefined ? undefined : JSON.stringify(right));
  return await server.app.inject({
    method,
    url: query === undefined ? url : `${url}?${query}`,
    headers: {
      authorization: `Bearer ${world.tokens[caller]}`,
      ...(payload === undefined ? {} : {'content-type': 'application/json'}),
      ...call.headers,
      ...request.headers,
    },
    ...(payload === undefined ? {} : {payload}),
  });
}

async function isSignedIn(world: World, caller: Caller): Promise<boolean> {
  return (await world.as(caller).get('/users/me')).status === 200;
}

/** An id, which belongs in `detailed_error`. In quotation marks, it is a name, or the value that the caller sent. */
const UNQUOTED_ID = /(?<!["-])\b[a-z0-9]{26}\b/;

/** The problem with a response, if any: only invalid calls may fail, and their responses must have an error body. */
function faultOf({statusCode, headers, body}: Answer): string | undefined {
  if (statusCode < 400) return undefined;
  if (statusCode >= 500 && statusCode !== 501) return `${statusCode} ${body}`;
  if (headers['content-type'] !== 'application/json') return `${statusCode} as ${headers['content-type']}`;
  const {id, message, request_id, status_code} = JSON.parse(body);
  const isErrorBody =
    typeof id === 'string' &&
    id !== '' &&
    typeof message === 'string' &&
    message !== '' &&
    !UNQUOTED_ID.test(message) &&
    request_id === headers['x-request-id'] &&
    status_code === statusCode;
  return isErrorBody ? undefined : `${statusCode} ${body}`;
}
