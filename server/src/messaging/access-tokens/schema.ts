import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

/** A personal access token on the wire. */
export const AccessToken = Type.Object({
  id: Id,
  token: Type.Optional(Type.String({description: 'The secret; only in the answer that makes the token.'})),
  user_id: Id,
  description: Type.String(),
  is_active: Type.Boolean(),
  create_at: Millis,
  expires_at: Millis,
  last_used_at: Type.Integer({description: 'Milliseconds since the Unix epoch, to the minute; 0: never.'}),
});

/** Body of `POST /users/{id}/tokens`. */
export const NewAccessToken = Type.Object({
  description: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'What it is for; at most 255 characters.',
  }),
  expires_at: Type.Optional(
    Type.Integer({minimum: 0, description: 'When it ends, in milliseconds since the Unix epoch; 0: never.'}),
  ),
});

/** Body of `POST /users/tokens/{id}/rotate`. */
export const Rotation = Type.Object({
  overlap_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30 * 24 * 3_600_000,
      default: 0,
      description: 'Milliseconds for which the old secret stays valid, at most 30 days.',
    }),
  ),
});

/** Body of the calls that change one token. */
export const AccessTokenRef = Type.Object({token_id: Id});
