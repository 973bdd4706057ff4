import {afterAll, expect, test} from 'vitest';
import {createTestServer} from '../support/test-server.ts';

/*
 * No field is accepted and then silently ignored: the code of a route reads every field of its body and its query, by
 * name or by passing all of them on. A failure here means that a field has no effect. Implement it, or use
 * `absentField` (platform/http/wire.ts), or add the reason why it doesn't need to have an effect.
 */

const server = await createTestServer({firstAccount: false, settings: {MetricsSettings: {Enable: true}}});
afterAll(() => server.close());

/** Fields that don't need to have an effect, and the reason. */
const WITHOUT_EFFECT: Record<string, string> = {
  'GET /api/v4/config/client ?format': 'There is only one format, which clients have to name.',
  'GET /api/v4/license/client ?format': 'There is only one format, which clients have to name.',
  'POST /api/v4/users/login/type login_id': 'Every account signs in in the same way.',
  'POST /api/v4/users/login/type id': 'Every account signs in in the same way.',
  'POST /api/v4/users/login/type device_id': 'Every account signs in in the same way.',
  'POST /api/v4/users/mfa login_id': 'No account has a second factor.',
  'GET /api/v4/users/:user_id/image ?_': 'Makes clients load a picture again.',
  'GET /api/v4/users/:user_id/image/default ?_': 'Makes clients load a picture again.',
  'GET /api/v4/teams/:team_id/image ?_': 'Makes clients load a picture again.',
  'GET /api/v4/brand/image ?t': 'Makes clients load a picture again.',
  'GET /api/v4/bots/:bot_user_id/icon ?_': 'Makes clients load a picture again.',
  'POST /api/v4/files ?channel_id': 'Read with the parts of a form, which can have the same fields.',
  'POST /api/v4/files ?filename': 'Read with the parts of a form, which can have the same fields.',
  'POST /api/v4/files ?client_id': 'Read with the parts of a form, which can have the same fields.',
  'POST /api/v4/channels/members/:user_id/view collapsed_threads_supported':
    'Viewing a channel never reads its threads.',
  'GET /api/v4/teams/:team_id/commands/autocomplete_suggestions ?channel_id':
    'Suggestions are the same in all channels.',
  'GET /api/v4/teams/:team_id/commands/autocomplete_suggestions ?root_id':
    'Suggestions are the same in all channels.',
};

type Schema = Record<string, unknown>;

/** The names of the fields of a schema, except those that are rejected. */
function fieldsOf(schema: Schema): string[] {
  const own = Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {});
  const parts = [schema.anyOf, schema.allOf].flatMap((list) => (list as Schema[] | undefined) ?? []);
  return [
    ...own.filter(([, field]) => field['x-absent'] === undefined).map(([name]) => name),
    ...parts.flatMap(fieldsOf),
  ];
}

/** Whether the code passes on a part of the request, or the rest of its fields. */
function passesOn(code: string, part: 'body' | 'query'): boolean {
  const withoutNames = code.replace(new RegExp(`const \\{[^.}]*\\} = request\\.${part};`, 'g'), '');
  return new RegExp(
    `\\.\\.\\.[^}]*\\} = request\\.${part};|\\b${part}\\s*[,)]|= request\\.${part}\\b(?!\\.)|\\(request, reply\\);`,
  ).test(withoutNames);
}

test('every field that a route accepts is read', () => {
  const unread = server.app.routeList.flatMap(({method, path, schema, handler}) => {
    const code = String(handler);
    return (['body', 'querystring'] as const).flatMap((place) => {
      const part = place === 'body' ? 'body' : 'query';
      if (!schema?.[place] || passesOn(code, part)) return [];
      return fieldsOf(schema[place] as Schema)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
        .map((name) => `${method} ${path} ${part === 'query' ? '?' : ''}${name}`);
    });
  });
  expect(unread.toSorted()).toEqual(Object.keys(WITHOUT_EFFECT).toSorted());
});
