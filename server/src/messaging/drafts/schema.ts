import Type from 'typebox';
import {Id, jsonMap, longText, looseId, Millis} from '../../platform/http/wire.ts';
import {FileInfo} from '../files/schema.ts';

const Props = Type.Record(Type.String(), Type.Unknown());
export const DraftPriority = Type.Object({
  priority: Type.Optional(Type.String({maxLength: 32})),
  requested_ack: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  persistent_notifications: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});

export const Draft = Type.Object({
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  user_id: Id,
  channel_id: Id,
  root_id: Type.String({description: 'The id of the post that the draft replies to, or empty.'}),
  message: Type.String(),
  type: Type.Optional(Type.String()),
  props: Props,
  file_ids: Type.Optional(Type.Array(Id)),
  priority: Type.Optional(DraftPriority),
  metadata: Type.Object({
    embeds: Type.Array(Type.Unknown()),
    emojis: Type.Array(Type.Unknown()),
    files: Type.Array(FileInfo),
    images: Type.Record(Type.String(), Type.Unknown()),
  }),
});

/** Smaller than for posts, because drafts and scheduled messages are listed all at once. */
export const SentProps = jsonMap(10_000);

export const SentDraft = Type.Object({
  channel_id: Id,
  root_id: Type.Optional(looseId('The post that it replies to, or empty.')),
  message: Type.Optional(longText()),
  type: Type.Optional(Type.String({maxLength: 26})),
  props: Type.Optional(SentProps),
  file_ids: Type.Optional(Type.Array(Id, {maxItems: 100})),
  priority: Type.Optional(DraftPriority),
});
