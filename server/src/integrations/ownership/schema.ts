import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

/** An offer to transfer a webhook. It leaves out the webhook's id, which may be the key in its URL. */
export const Transfer = Type.Object({
  id: Id,
  kind: Type.Enum(['incoming_webhook', 'outgoing_webhook']),
  display_name: Type.String({description: 'The display name of the webhook.'}),
  description: Type.String({description: 'The description of the webhook.'}),
  team_id: Id,
  channel_id: Type.String({description: "The webhook's channel; empty for all public channels."}),
  owner_id: Id,
  offered_by: Id,
  new_owner_id: Id,
  create_at: Millis,
  expires_at: Millis,
});

/** Response of `POST /integrations/transfers/{id}/accept`. */
export const AcceptedTransfer = Type.Object({
  kind: Type.Enum(['incoming_webhook', 'outgoing_webhook']),
  integration_id: Id,
});
