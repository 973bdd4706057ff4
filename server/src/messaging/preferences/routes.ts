import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {notOwnPreference, type Preferences, presentPreference} from './preferences.ts';
import {Preference, SentPreferences} from './schema.ts';

/** Preferences: `/users/{id}/preferences`. Available to the user and to users who may edit other users. */
export function registerPreferenceRoutes(
  api: HttpServer,
  {preferences, permissions}: {preferences: Preferences; permissions: Permissions},
): void {
  const UserId = Type.Object({user_id: Id});
  const Category = Type.String({minLength: 1, maxLength: 32});

  api.get(
    '/users/:user_id/preferences',
    {
      config: {etag: true},
      schema: {
        summary: 'List the preferences of a user',
        params: UserId,
        response: {200: Type.Array(Preference)},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      return (await preferences.get(user_id)).map(presentPreference);
    },
  );

  api.put(
    '/users/:user_id/preferences',
    {schema: {summary: 'Set preferences', params: UserId, body: SentPreferences, response: {200: StatusOk}}},
    async (request) => {
      const actor = actorOf(request);
      const {user_id} = request.params;
      await permissions.requireSelfOrEditor(actor, user_id);
      requireOwner(user_id, request.body, 'api.preference.update_preferences.set.app_error');
      await preferences.requireReadablePosts(actor, request.body);
      await preferences.set(user_id, withValues(request.body));
      return STATUS_OK;
    },
  );

  api.post(
    '/users/:user_id/preferences/delete',
    {
      schema: {
        summary: 'Delete preferences',
        params: UserId,
        body: SentPreferences,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      requireOwner(user_id, request.body, 'api.preference.delete_preferences.delete.app_error');
      await preferences.delete(user_id, withValues(request.body));
      return STATUS_OK;
    },
  );

  api.get(
    '/users/:user_id/preferences/:category',
    {
      schema: {
        summary: 'List the preferences in one category',
        params: Type.Object({user_id: Id, category: Category}),
        response: {200: Type.Array(Preference)},
      },
    },
    async (request) => {
      const {user_id, category} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      return (await preferences.ofCategory(user_id, category)).map(presentPreference);
    },
  );

  api.get(
    '/users/:user_id/preferences/:category/name/:preference_name',
    {
      schema: {
        summary: 'Get one preference',
        params: Type.Object({
          user_id: Id,
          category: Category,
          preference_name: Type.String({minLength: 1, maxLength: 32}),
        }),
        response: {200: Preference},
      },
    },
    async (request) => {
      const {user_id, category, preference_name} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      return presentPreference(await preferences.one(user_id, category, preference_name));
    },
  );
}

function requireOwner(userId: string, list: Static<typeof SentPreferences>, errorId: string): void {
  for (const {user_id} of list) {
    if (user_id !== undefined && user_id !== userId) throw notOwnPreference(userId, user_id, errorId);
  }
}

function withValues(list: Static<typeof SentPreferences>) {
  return list.map(({category, name, value = ''}) => ({category, name, value}));
}
