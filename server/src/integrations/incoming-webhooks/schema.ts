import Type from 'typebox';
import {Id, line, longText, looseId, Millis, urlText} from '../../platform/http/wire.ts';

export const IncomingWebhook = Type.Object({
  id: Id,
  key_hidden: Type.Optional(
    Type.Literal(true, {
      description:
        'Absent for the owner and system administrators, for whom `id` is the key in the URL. For others, `id` only works for managing the webhook, not for posting.',
    }),
  ),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  user_id: Id,
  channel_id: Id,
  team_id: Id,
  display_name: Type.String(),
  description: Type.String(),
  username: Type.String(),
  icon_url: Type.String(),
  channel_locked: Type.Boolean(),
  signed: Type.Boolean({description: 'Whether requests must be signed.'}),
});

const commonFields = {
  display_name: Type.Optional(line('At most 64 bytes.')),
  description: Type.Optional(longText('At most 500 characters.')),
  username: Type.Optional(line('The name shown with posts, if the server allows overriding it.')),
  icon_url: Type.Optional(urlText('The picture shown with posts, if the server allows overriding it.')),
  channel_locked: Type.Optional(
    Type.Boolean({description: 'Whether requests cannot specify another channel.'}),
  ),
};

/** Body of `POST /hooks/incoming`. */
export const NewIncomingWebhook = Type.Object({
  channel_id: Id,
  user_id: Type.Optional(looseId('The owner. Only a system administrator can specify another user.')),
  ...commonFields,
});

/** Body of `PUT /hooks/incoming/{id}`. Absent fields stay unchanged. */
export const IncomingWebhookUpdate = Type.Object({
  id: Type.Optional(looseId()),
  team_id: Type.Optional(looseId()),
  channel_id: Type.Optional(looseId()),
  ...commonFields,
});

/** Body of `POST /hooks/incoming/{id}/regenerate`. */
export const Regeneration = Type.Object({
  overlap_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30 * 24 * 3_600_000,
      default: 0,
      description: 'How long the old key stays valid, in milliseconds, at most 30 days.',
    }),
  ),
});

/** A request that a webhook received. */
export const Delivery = Type.Object({
  id: Id,
  create_at: Millis,
  status: Type.Integer({description: 'The HTTP status of the response.'}),
  size: Type.Integer({description: 'Size of the body in bytes.'}),
  duration_ms: Type.Integer(),
  post_id: Type.String(),
  error_id: Type.String(),
  error: Type.String(),
});
