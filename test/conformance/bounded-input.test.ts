import {afterAll, expect, test} from 'vitest';
import {createTestServer} from '../support/test-server.ts';

/*
 * Every part of a request has a limit: every string, list and map in the schema of a body, a path or a query. A failure
 * here means that `maxLength`, `maxItems`, or `maxProperties` with limits for the keys and values of a map is missing.
 * Other values need a maximum length as JSON; see `jsonValue` in platform/http/wire.ts.
 */

const server = await createTestServer({firstAccount: false, settings: {MetricsSettings: {Enable: true}}});
afterAll(() => server.close());

type Schema = Record<string, unknown>;

/** The parts of a schema that accept values of unlimited size. */
function unbounded(schema: Schema | boolean | undefined, place: string): string[] {
  if (schema === undefined || schema === false) return [];
  if (schema === true) return [`${place}: anything`];
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (list as Schema[] | undefined) ?? []);
  if (choices.length > 0) return choices.flatMap((choice, index) => unbounded(choice, `${place}|${index}`));
  if (schema.allOf) {
    // One bounded part is enough.
    const all = (schema.allOf as Schema[]).map((part) => unbounded(part, place));
    return all.some((list) => list.length === 0) ? [] : all.flat();
  }
  if ('const' in schema || schema.enum) return [];
  if (schema['x-max-json-length'] !== undefined || schema['x-absent'] !== undefined) return [];
  switch (schema.type) {
    case 'string':
      return schema.maxLength === undefined && !isBounding(schema.pattern) ? [`${place}: string`] : [];
    case 'array':
      return [
        ...(schema.maxItems === undefined ? [`${place}: list`] : []),
        ...unbounded((schema.items as Schema | undefined) ?? true, `${place}[]`),
      ];
    case 'object':
      return unboundedMembers(schema, place);
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return [];
    default:
      return [`${place}: anything`];
  }
}

function unboundedMembers(schema: Schema, place: string): string[] {
  const named = Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {});
  const found = named.flatMap(([name, inner]) => unbounded(inner, `${place}.${name}`));
  const patterns = Object.entries((schema.patternProperties as Record<string, Schema> | undefined) ?? {});
  const rest = schema.additionalProperties;
  const isMap = patterns.length > 0 || (typeof rest === 'object' && rest !== null);
  if (!isMap) return found;
  for (const [pattern, inner] of patterns) found.push(...unbounded(inner, `${place}{${pattern}}`));
  if (typeof rest === 'object') found.push(...unbounded(rest as Schema, `${place}{}`));
  if (schema.maxProperties === undefined) found.push(`${place}: map`);
  const keys = schema.propertyNames as Schema | undefined;
  if (keys?.maxLength === undefined && !patterns.every(([pattern]) => isBounding(pattern))) {
    found.push(`${place}: keys`);
  }
  return found;
}

/** Whether matches of the pattern have a maximum length. */
function isBounding(pattern: unknown): boolean {
  return typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern);
}

test('every string, list and map that a route accepts is bounded', () => {
  const found = server.app.routeList.flatMap(({method, path, schema}) =>
    (['params', 'querystring', 'body'] as const).flatMap((part) =>
      unbounded(schema?.[part] as Schema | undefined, part).map((place) => `${method} ${path} ${place}`),
    ),
  );
  expect(found).toEqual([]);
});
