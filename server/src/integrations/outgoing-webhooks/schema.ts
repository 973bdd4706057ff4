import Type from 'typebox';
import {Id, line, longText, looseId, Millis, urlText} from '../../platform/http/wire.ts';

/** An outgoing webhook in the API (docs/specification.md#outgoing-webhooks). */
export const OutgoingWebhook = Type.Object({
  id: Id,
  token: Type.String({description: 'Sent with each request, so that the receiver can verify the sender.'}),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  creator_id: Id,
  channel_id: Type.String(),
  team_id: Id,
  trigger_words: Type.Array(Type.String()),
  trigger_when: Type.Integer({
    description: '0: the first word is a trigger word. 1: the first word starts with a trigger word.',
  }),
  callback_urls: Type.Array(Type.String()),
  display_name: Type.String(),
  description: Type.String(),
  content_type: Type.String(),
  username: Type.String(),
  icon_url: Type.String(),
  allow_private_channel: Type.Boolean(),
  signed: Type.Boolean({description: 'Whether requests are signed.'}),
  failing_since: Millis,
  disabled_at: Type.Integer({
    description: 'When the server disabled it because every attempt failed for a day; 0 if it is enabled.',
  }),
});

const fields = {
  channel_id: Type.Optional(looseId('A public channel; empty for all public channels of the team.')),
  trigger_words: Type.Optional(Type.Union([Type.Array(longText(), {maxItems: 100}), Type.Null()])),
  trigger_when: Type.Optional(Type.Integer({minimum: 0, maximum: 1})),
  callback_urls: Type.Array(urlText(), {maxItems: 100, description: 'The URLs to call; http or https.'}),
  display_name: Type.Optional(line()),
  description: Type.Optional(longText()),
  content_type: Type.Optional(line('`application/json` for JSON; anything else sends a form.')),
  username: Type.Optional(line()),
  icon_url: Type.Optional(urlText()),
  allow_private_channel: Type.Optional(
    Type.Boolean({
      description: 'Whether `channel_id` may be a private channel. The owner must be a member of it.',
    }),
  ),
};

/** Body of `POST /hooks/outgoing`. */
export const NewOutgoingWebhook = Type.Object({
  team_id: Id,
  creator_id: Type.Optional(looseId('The owner; only system administrators can name someone else.')),
  ...fields,
});

/** Body of `PUT /hooks/outgoing/{id}`: the complete webhook. */
export const OutgoingWebhookUpdate = Type.Object({
  id: Type.Optional(looseId()),
  team_id: Type.Optional(looseId()),
  ...fields,
});

/** A delivery of a webhook. */
export const OutgoingDelivery = Type.Object({
  id: Type.String({description: 'The header `X-Patchbay-Delivery` of each attempt.'}),
  create_at: Millis,
  update_at: Millis,
  status: Type.String({description: '`waiting`, `delivered` or `failed`.'}),
  attempts: Type.Integer(),
  next_attempt_at: Millis,
  post_id: Type.String(),
  callback_url: Type.String(),
  trigger_word: Type.String(),
  http_status: Type.Integer({description: 'The status of the last response; 0 if there was none.'}),
  duration_ms: Type.Integer(),
  reply_post_id: Type.String(),
  error: Type.String(),
});
