import Type from 'typebox';
import {Id, line, longText, looseId, Millis, urlText} from '../../platform/http/wire.ts';

/** An incoming webhook on the wire. */
export const IncomingWebhook = Type.Object({
  id: Id,
  key_hidden: Type.Optional(
    Type.Literal(true, {
      description:
        'Absent for the owner and system administrators: their `id` is the key in the URL. For others the `id` manages the webhook and cannot post.',
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
  signed: Type.Boolean({description: 'Whether requests have to be signed.'}),
});

const described = {
  display_name: Type.Optional(line('At most 64 bytes.')),
  description: Type.Optional(longText('At most 500 characters.')),
  username: Type.Optional(line('Posts under this name, where the setting allows it.')),
  icon_url: Type.Optional(urlText('Posts with this picture, where the setting allows it.')),
  channel_locked: Type.Optional(Type.Boolean({description: 'Whether requests may name no other channel.'})),
};

/** Body of `POST /hooks/incoming`. */
export const NewIncomingWebhook = Type.Object({
  channel_id: Id,
  user_id: Type.Optional(looseId("Somebody else's id makes the hook theirs.")),
  ...described,
});

/** Body of `PUT /hooks/incoming/{id}`; what is absent stays as it is. */
export const IncomingWebhookUpdate = Type.Object({
  id: Type.Optional(looseId()),
  team_id: Type.Optional(looseId()),
  channel_id: Type.Optional(looseId()),
  ...described,
});

/** Body of `POST /hooks/incoming/{id}/regenerate`. */
export const Regeneration = Type.Object({
  overlap_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30 * 24 * 3_600_000,
      default: 0,
      description: 'Milliseconds for which the old key stays valid, at most 30 days.',
    }),
  ),
});

/** A request that a hook received. */
export const Delivery = Type.Object({
  id: Id,
  create_at: Millis,
  status: Type.Integer({description: 'The HTTP status that was answered.'}),
  size: Type.Integer({description: 'Bytes of the body.'}),
  duration_ms: Type.Integer(),
  post_id: Type.String(),
  error_id: Type.String(),
  error: Type.String(),
});
