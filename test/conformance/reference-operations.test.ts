// Compares every route with the operations in the reference server's OpenAPI document. Every difference is either a
// bug or listed with its reason in reference-differences.ts. A reason that no longer applies is also a failure.

import {readFile} from 'node:fs/promises';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {newId} from '../../server/src/platform/database/ids.ts';
import {createTestServer, type TestServer} from '../support/test-server.ts';
import {webClientSupport} from './access/web-client-support.ts';
import {
  ABSENT,
  type Differences,
  EMPTY_BODY,
  IGNORED_FIELDS,
  IGNORED_QUERY,
  REQUIRED_QUERY,
  STATUSES,
} from './reference-differences.ts';
import {type Field, type ReferenceOperation, readReferenceOperations} from './reference-operations.ts';

type Schema = Record<string, unknown>;

interface Route {
  schema: Schema;
  /** Whether it only exists for official clients: its response is fixed, or says that the feature is absent. */
  isSupport: boolean;
  isAbsent: boolean;
}

// A WebSocket upgrades a connection, and has no route.
const operations = readReferenceOperations().filter(({success}) => !success.includes(101));
let server: TestServer;
/** Routes by method and path, with `:` in place of parameters. */
let routes: Map<string, Route>;
/** Values of path parameters that refer to existing things. */
let ids: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer({settings: {FileSettings: {EnablePublicLink: true}}});
  const {features, admin} = server;
  routes = new Map(
    server.app.routeList.map(({method, path, schema}) => {
      const name = `${method} ${path}`;
      const support = [webClientSupport[name]].flat()[0] as string | undefined;
      const shape = `${method} ${path.replace(/:\w+/g, ':')}`;
      return [
        shape,
        {
          schema: (schema ?? {}) as Schema,
          isSupport: support !== undefined,
          isAbsent: support?.endsWith(' 501') ?? false,
        },
      ];
    }),
  );
  const team = await features.teams.create(
    {name: 'provident', display_name: 'Provident', type: 'O'},
    admin.id,
  );
  const channel = await features.channels.byName(team.id, 'town-square', {includeArchived: false});
  const post = (await admin.post('/posts', {channel_id: channel.id, message: 'Hello'})).body;
  ids = {user_id: admin.id, team_id: team.id, channel_id: channel.id, post_id: post.id};
});
afterAll(() => server.close());

test('every operation exists, or a reason for its absence is listed', () => {
  const missing = operations.filter((operation) => !routeOf(operation)).map(({name}) => name);
  expect(missing.sort()).toEqual(Object.values(ABSENT).flat().sort());
});

test('the documentation lists the family of every operation, and exactly the operations that it calls absent are absent', async () => {
  const text = await readFile(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');
  const rows = [...(text.split('\n## API routes\n')[1] ?? '').matchAll(/^\| (.+) \| (.+) \|(.*)\|$/gm)];
  const families = rows.flatMap(([, paths = '', state = '', notes = '']) =>
    namesIn(paths).map((path) => ({path, state, notes})),
  );
  const wrong = operations.flatMap((operation) => {
    const path = operation.path.replace(/^\/api\/v4/, '');
    const [family] = families
      .filter((one) => matchesFamily(path, one.path))
      .sort((one, other) => other.path.length - one.path.length);
    if (!family) return `${operation.name}: no family`;
    const isAbsent = routeOf(operation)?.isAbsent ?? true;
    if (isAbsent && !/absent/i.test(`${family.state} ${family.notes}`)) return `${operation.name}: absent`;
    const saysAbsent =
      family.state === 'absent' ||
      absentIn(family.notes).some((one) => isCalled(operation.method, path, one));
    return saysAbsent && !isAbsent ? `${operation.name}: served` : [];
  });
  expect(wrong).toEqual([]);
});

/** The names in backquotes in a text. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The paths, some with a method, that the notes of a family list after "Absent:" or describe with "is absent". */
function absentIn(notes: string): string[] {
  return [...notes.matchAll(/Absent: .*?(?:\. |$)|`[^`]+` is absent/g)].flatMap(([part]) => namesIn(part));
}

function isCalled(method: string, path: string, name: string): boolean {
  const [onlyMethod, onlyPath] = name.split(' ');
  return onlyPath ? method === onlyMethod && isPath(path, onlyPath) : isPath(path, name);
}

/** Whether a path matches the pattern, in which `…` is any parameter. */
function isPath(path: string, pattern: string): boolean {
  return path.split('/').length === pattern.split('/').length && matchesFamily(path, pattern);
}

test('successful responses have the documented status', () => {
  const found = differences(({success}, {response}) =>
    Object.keys((response as object | undefined) ?? {}).filter(
      (status) => /^[23]/.test(status) && !success.includes(Number(status)),
    ),
  );
  expect(found).toEqual(listed(STATUSES));
});

test('documented query parameters are known', () => {
  const found = differences(({query}, {querystring}, {isSupport}) =>
    isSupport && querystring === undefined ? [] : unknownNames(query, querystring),
  );
  expect(found).toEqual(listed(IGNORED_QUERY));
});

test('documented fields of bodies are known', () => {
  const found = differences(({body}, schema, {isSupport}) =>
    body?.kind !== 'object' || (isSupport && schema.body === undefined)
      ? []
      : unknownNames(body.fields, schema.body),
  );
  expect(found).toEqual(listed(IGNORED_FIELDS));
});

test('the required query parameters are sufficient, and the others can be empty', async () => {
  const rejected: string[] = [];
  for (const operation of operations) {
    const route = routeOf(operation);
    if (operation.method !== 'GET' || !route || route.isAbsent) continue;
    const query = Object.fromEntries(operation.query.map(({name, required}) => [name, required ? 'x' : '']));
    const {statusCode, body} = await call(operation, {query});
    const {id, path} = statusCode >= 400 ? JSON.parse(body) : {};
    if (statusCode >= 500 || id === 'api.context.invalid_url_param.app_error') {
      rejected.push(`${operation.name} ${path}`);
    }
  }
  expect(rejected.sort()).toEqual(listed(REQUIRED_QUERY));
});

test('a body without the required fields is rejected', async () => {
  const accepted: string[] = [];
  for (const operation of operations) {
    const {body} = operation;
    const route = routeOf(operation);
    if (!body || !route || route.isAbsent || route.isSupport) continue;
    if (body.kind !== 'list' && !body.fields.some(({required}) => required)) continue;
    const {statusCode} = await call(operation, body.kind === 'form' ? EMPTY_FORM : {payload: {}});
    if (statusCode !== 400) accepted.push(`${operation.name} ${statusCode}`);
  }
  expect(accepted.sort()).toEqual(listed(EMPTY_BODY));
});

const EMPTY_FORM = {
  headers: {'content-type': 'multipart/form-data; boundary=end'},
  payload: '--end--\r\n',
};

function routeOf({method, path}: ReferenceOperation): Route | undefined {
  return routes.get(`${method} ${path.replace(/\{\w+\}/g, ':')}`);
}

function call(
  {method, path}: ReferenceOperation,
  request: {query?: Record<string, string>; payload?: object | string; headers?: Record<string, string>},
) {
  return server.app.inject({
    method: method as 'GET',
    url: path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? newId()),
    ...request,
    headers: {authorization: `Bearer ${server.admin.token}`, ...request.headers},
  });
}

/** The results of `find` for the operations that are served, each with the operation's name. */
function differences(
  find: (operation: ReferenceOperation, schema: Schema, route: Route) => readonly string[],
): string[] {
  return operations
    .flatMap((operation) => {
      const route = routeOf(operation);
      if (!route || route.isAbsent) return [];
      return find(operation, route.schema, route).map((what) => `${operation.name} ${what}`);
    })
    .sort();
}

/** The differences listed in a table, in the same format. */
function listed(table: Differences): string[] {
  return Object.values(table)
    .flat()
    .flatMap((line) => {
      const [method, path, whats = ''] = line.split(' ');
      return whats.split(',').map((what) => `${method} ${path} ${what}`);
    })
    .sort();
}

function unknownNames(fields: readonly Field[], schema: unknown): string[] {
  const known = memberNames(schema);
  return fields.map(({name}) => name).filter((name) => !known.has(name));
}

/** The names of the members that an object can have according to the schema. */
function memberNames(schema: unknown): Set<string> {
  const {properties = {}, anyOf = [], oneOf = [], allOf = []} = (schema ?? {}) as Record<string, object[]>;
  return new Set([
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => [...memberNames(part)]),
  ]);
}

/** Whether a path belongs to the family, such as `/channels/…/bookmarks`, where `…` is any parameter. */
function matchesFamily(path: string, family: string): boolean {
  const steps = path.split('/');
  return family.split('/').every((step, index) => step === '…' || step === steps[index]);
}
