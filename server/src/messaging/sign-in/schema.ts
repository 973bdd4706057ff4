import Type from 'typebox';
import {Id, line, Millis, word} from '../../platform/http/wire.ts';

/** A session on the wire; the token is never in it. */
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
  props: Type.Record(Type.String(), Type.String()),
  team_members: Type.Null(),
  local: Type.Boolean({description: 'Whether it was opened on the server itself.'}),
  is_current: Type.Boolean({description: 'Whether it is the session that asks.'}),
});

/** Body of `POST /users/login`. Every member is a string; other types count as absent, as on the reference server. */
export const LoginRequest = Type.Object({
  login_id: Type.Optional(line('Username or email, in any case.')),
  id: Type.Optional(word('The user’s id, in place of login_id.')),
  password: Type.Optional(line()),
  token: Type.Optional(word('Multi-factor code.')),
  device_id: Type.Optional(Type.String({maxLength: 512})),
});
