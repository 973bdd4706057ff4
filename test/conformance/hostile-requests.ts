import fc from 'fast-check';
import {newId} from '../../server/src/platform/database/ids.ts';
import type {World} from './access/world.ts';

/** The members of a JSON schema. */
export interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
}

/** The changed parts of a valid call. */
export interface HostileRequest {
  /** Encoded path parameters that differ from the valid ones. */
  params?: Record<string, string>;
  /** The complete query string, without the question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/**
 * Creates one request. There are thousands per route, some of them large, and tests send only a few, so the others are
 * never created.
 */
export type CreateRequest = () => HostileRequest;

const SQL = `' or 1=1; drop table Posts; -- %_\\ $1 "`;
const LONG = 'x'.repeat(70_000);

const WRONG_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  '',
  ' ',
  'NaN',
  '\u0000',
  'a\ud800b',
  '\u202e\ufeff\u0007\r\n',
  SQL,
  LONG,
  '__proto__',
  '../../../etc/passwd',
  'http://[::1',
  [],
  [null],
  [{}],
  [['a'], 1, LONG],
  {},
  {__proto__: null, constructor: {prototype: 1}, '\u0000': '\udc00'},
];

const RANDOM_VALUES = fc.sample(fc.jsonValue({maxDepth: 4}), {seed: 7, numRuns: 5});

/** Replacements for a valid value, including ids of other kinds. */
function replacements(world: World): unknown[] {
  const ids = [world.teamId, world.publicChannelId, world.publicPostId, world.bot, newId()];
  return [...WRONG_VALUES, ...ids, ids];
}

/** Bodies with one invalid value each. @param shape the body as declared by the route */
export function* hostileBodies(shape: Shape, right: unknown, world: World): Generator<CreateRequest> {
  const values = replacements(world);
  for (const put of places(shape, right)) {
    for (const value of values) yield () => json(put(value));
  }
  yield* unreadableBodies();
  const withPrototype = JSON.stringify(right ?? {}).replace(
    /^\{(?=.)/,
    '{"__proto__":{"id":1},"toString":1,',
  );
  yield () => ({body: withPrototype.replace(',}', '}')});
  yield () =>
    json({
      ...(right as object),
      ...Object.fromEntries(Array.from({length: 5000}, (_, i) => [`m${i}`, i])),
    });
  for (const value of RANDOM_VALUES) yield () => json(value);
}

/**
 * Functions that replace one value in a body: the whole body, a member, or a nested member, up to three levels deep.
 */
function* places(shape: Shape, right: unknown, depth = 0): Generator<(value: unknown) => unknown> {
  yield (value) => value;
  if (depth === 3) return;
  if (Array.isArray(right) || shape.items) {
    const [first, ...rest] = Array.isArray(right) ? right : [];
    for (const put of places(shape.items ?? {}, first, depth + 1)) yield (value) => [put(value), ...rest];
    return;
  }
  const members = (right ?? {}) as Record<string, unknown>;
  for (const name of new Set([...Object.keys(members), ...Object.keys(shape.properties ?? {})])) {
    for (const put of places(shape.properties?.[name] ?? {}, members[name], depth + 1)) {
      yield (value) => ({...members, [name]: put(value)});
    }
  }
}

function* unreadableBodies(): Generator<CreateRequest> {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const texts = [
    '',
    '{',
    'NaN',
    '{"a":1e999}',
    "{'a':1}",
    '\u0000',
    '{"a":"\u0000"}',
    nested(64),
    nested(20_000),
  ];
  for (const body of texts) yield () => ({body});
  yield () => ({body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])});
  const types = [
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    ';;',
    '\u00ff',
  ];
  for (const type of types) {
    yield () => ({body: 'payload=%7B&a=b', headers: {'content-type': type}});
    yield () => ({body: '', headers: {'content-type': type}});
  }
  yield () => ({
    headers: {'content-type': 'multipart/form-data; boundary=x'},
    body: `--x\r\nContent-Disposition: form-data; name="image"; filename="../\u0000a.png"\r\n\r\nnone\r\n--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\u0000b\r\n--x--\r\n`,
  });
}

const WRONG_TEXTS = [
  '-1',
  '1.5',
  'NaN',
  '9'.repeat(30),
  '1e400',
  '9007199254740993',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%zz',
  '%F0%9F%92%A9',
  encodeURIComponent(SQL),
  '__proto__',
  'constructor',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%0d%0aSet-Cookie:a=b',
];

/** Paths with one invalid parameter each. */
export function* hostileParams(names: readonly string[], world: World): Generator<CreateRequest> {
  const others = [world.teamId, world.publicChannelId, world.publicPostId, world.bot, newId()];
  for (const name of names) {
    for (const value of [...WRONG_TEXTS, 'me', 'x'.repeat(500), 'x'.repeat(600), ...others]) {
      yield () => ({params: {[name]: value}});
    }
  }
}

/** Queries with one invalid parameter each. */
export function* hostileQueries(
  names: readonly string[],
  right: string,
  world: World,
): Generator<CreateRequest> {
  const values = [...WRONG_TEXTS, '', 'true', 'x'.repeat(1500), world.teamId, world.publicPostId, newId()];
  for (const name of names) {
    const others = right.split('&').filter((pair) => pair && !pair.startsWith(`${name}=`));
    for (const value of values) yield () => ({query: [...others, `${name}=${value}`].join('&')});
    yield () => ({query: [...others, `${name}=1`, `${name}=2`].join('&')});
    yield () => ({query: [...others, `${name}[]=1`, `${name}[x]=2`, name].join('&')});
  }
  yield () => ({
    query: '__proto__=1&__proto__[a]=1&constructor=1&page=-1&per_page=-9&&&==&%zz=%zz&%ED%A0%80=1',
  });
  yield () => ({query: 'page=9007199254740991&per_page=9007199254740991'});
}

function json(value: unknown): HostileRequest {
  return {body: JSON.stringify(value) ?? 'undefined'};
}
