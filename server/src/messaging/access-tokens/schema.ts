import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

export const AccessToken = Type.Object({
  id: Id,
  token: Type.Optional(
    Type.String({description: 'The secret. Returned only when the token is created or rotated.'}),
  ),
  user_id: Id,
  description: Type.String(),
  is_active: Type.Boolean(),
  create_at: Millis,
  expires_at: Millis,
  last_used_at: Type.Integer({
    description: 'Last use in milliseconds since the Unix epoch, rounded to the minute; 0 if never.',
  }),
});

export const NewAccessToken = Type.Object({
  description: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'What the token is for. At most 255 characters.',
  }),
  expires_at: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'When the token expires, in milliseconds since the Unix epoch; 0 for never.',
    }),
  ),
});

export const Rotation = Type.Object({
  overlap_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30 * 24 * 3_600_000,
      default: 0,
      description: 'How long the old secret stays valid, in milliseconds. At most 30 days.',
    }),
  ),
});

/** Body of routes that act on one token. */
export const AccessTokenRef = Type.Object({token_id: Id});
