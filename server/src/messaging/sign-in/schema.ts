import Type from 'typebox';
import {absentField, Id, line, Millis, word} from '../../platform/http/wire.ts';

/** A session without its token. */
export const SessionRecord = Type.Object({
  id: Id,
  token: Type.Literal(''),
  create_at: Millis,
  expires_at: Millis,
  last_activity_at: Millis,
  user_id: Id,
  device_id: Type.String(),
  roles: Type.String(),
  is_oauth: Type.Boolean(),
  expired_notify: Type.Literal(false, {description: 'Whether an app was notified that the session expired.'}),
  props: Type.Record(Type.String(), Type.String()),
  team_members: Type.Null(),
  local: Type.Boolean({description: 'Whether the session was created on the server itself.'}),
  is_current: Type.Boolean({description: "Whether this is the caller's current session."}),
});

/** Body of `POST /users/login`. All fields are strings; other types count as missing, as on the reference server. */
export const LoginRequest = Type.Object({
  login_id: Type.Optional(line('Username or email, ignoring case.')),
  id: Type.Optional(word("The user's id, instead of login_id.")),
  password: Type.Optional(line()),
  token: Type.Optional(word('Multi-factor code.')),
  ldap_only: absentField('LDAP'),
  device_id: Type.Optional(Type.String({maxLength: 512})),
});

/** Body of `PUT /users/sessions/device`. */
export const AttachedDevice = Type.Object({
  device_id: Type.Optional(Type.String({maxLength: 512})),
  device_notification_disabled: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Literal('')]),
  ),
  mobile_version: Type.Optional(word()),
});
