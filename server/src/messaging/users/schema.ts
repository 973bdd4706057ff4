import Type from 'typebox';
import {Id, line, looseId, Millis, SearchTerm, textMap, word} from '../../platform/http/wire.ts';

const TextMap = Type.Record(Type.String(), Type.String());

/** A user. Hidden fields are empty, as on the reference server. */
export const User = Type.Object({
  id: Id,
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  username: Type.String(),
  auth_data: Type.String(),
  auth_service: Type.String(),
  email: Type.String(),
  email_verified: Type.Optional(Type.Boolean()),
  nickname: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  position: Type.String(),
  roles: Type.String(),
  allow_marketing: Type.Optional(Type.Boolean()),
  props: Type.Optional(TextMap),
  notify_props: Type.Optional(TextMap),
  last_password_update: Type.Optional(Millis),
  last_picture_update: Type.Optional(Millis),
  failed_attempts: Type.Optional(Type.Integer()),
  locale: Type.String(),
  timezone: Type.Optional(TextMap),
  mfa_active: Type.Optional(Type.Boolean()),
  is_bot: Type.Optional(Type.Boolean()),
  bot_description: Type.Optional(Type.String()),
  bot_last_icon_update: Type.Optional(Millis),
  last_activity_at: Type.Optional(Millis),
  terms_of_service_id: Type.Optional(Type.String()),
  terms_of_service_create_at: Type.Optional(Millis),
  remote_id: Type.Optional(Type.String()),
  disable_welcome_email: Type.Boolean(),
});

const SentMap = textMap(16_000);

const profile = {
  nickname: Type.Optional(Type.String({maxLength: 64})),
  first_name: Type.Optional(Type.String({maxLength: 64})),
  last_name: Type.Optional(Type.String({maxLength: 64})),
  position: Type.Optional(Type.String({maxLength: 128})),
  locale: Type.Optional(Type.String({maxLength: 5, description: 'For example en or pt-BR.'})),
  timezone: Type.Optional(SentMap),
  props: Type.Optional(SentMap),
  notify_props: Type.Optional(SentMap),
};

export const NewUser = Type.Object({
  username: line('1 to 64 of a–z, 0–9, ".", "-", "_".'),
  email: Type.String({maxLength: 128}),
  password: Type.Optional(line()),
  auth_service: Type.Optional(word()),
  auth_data: Type.Optional(Type.String({maxLength: 128})),
  ...profile,
});

/** Body of `PUT /users/{id}/patch`. Missing fields don't change. */
export const UserPatch = Type.Object({
  username: Type.Optional(line()),
  email: Type.Optional(Type.String({maxLength: 128})),
  password: Type.Optional(line('The current password; required to change your own email.')),
  ...profile,
});

/** Body of `PUT /users/{id}`. Handled like a patch, because official clients send complete records. */
export const UserUpdate = Type.Object({id: Id, ...UserPatch.properties});

/** Body and response of `PUT /users/{id}/auth`. */
export const UserAuthentication = Type.Object({
  auth_service: Type.Optional(word('Empty for a password.')),
  auth_data: Type.Optional(Type.String({maxLength: 128, description: "The user's id in the service."})),
  password: Type.Optional(line('The new password, if there is no service.')),
});

/** The default number of users in a search. */
export const DEFAULT_SEARCH_LIMIT = 100;
export const MAX_SEARCH_LIMIT = 1000;

export const UserSearch = Type.Object({
  term: Type.String({...SearchTerm, minLength: 1}),
  team_id: Type.Optional(looseId()),
  not_in_team_id: Type.Optional(looseId()),
  in_channel_id: Type.Optional(looseId()),
  not_in_channel_id: Type.Optional(looseId('Requires team_id.')),
  in_group_id: Type.Optional(looseId()),
  without_team: Type.Optional(Type.Boolean()),
  allow_inactive: Type.Optional(Type.Boolean({description: 'Include deactivated accounts.'})),
  limit: Type.Optional(Type.Integer({minimum: 0, maximum: MAX_SEARCH_LIMIT})),
  role: Type.Optional(word()),
  roles: Type.Optional(Type.Array(word(), {maxItems: 100})),
  team_roles: Type.Optional(Type.Array(word(), {maxItems: 100})),
  channel_roles: Type.Optional(Type.Array(word(), {maxItems: 100})),
});

export const AutocompleteQuery = Type.Object({
  name: Type.Optional(line('The start of a name.')),
  in_team: Type.Optional(looseId()),
  in_channel: Type.Optional(looseId()),
  limit: Type.Optional(Type.Integer({description: `At most ${MAX_SEARCH_LIMIT}.`})),
});

/** Response of `GET /users/autocomplete`: users in the channel, and others in the team. */
export const AutocompleteResult = Type.Object({
  users: Type.Array(User),
  out_of_channel: Type.Optional(Type.Array(User)),
});
