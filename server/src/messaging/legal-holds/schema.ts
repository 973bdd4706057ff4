import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

const Ids = Type.Array(Id, {maxItems: 1000});

/** A legal hold (docs/data-retention.md#legal-holds). */
export const LegalHold = Type.Object({
  id: Id,
  name: Type.String(),
  create_at: Millis,
  creator_id: Type.String(),
  user_ids: Ids,
  channel_ids: Ids,
  start_at: Millis,
  end_at: Millis,
  release_at: Millis,
  released_by: Type.String(),
});

const time = (description: string) =>
  Type.Optional(Type.Integer({minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description}));

export const NewLegalHold = Type.Object({
  name: Type.String({minLength: 1, maxLength: 128, pattern: '\\S'}),
  user_ids: Type.Optional(
    Type.Array(Id, {maxItems: 1000, description: 'Authors of messages. Empty for everyone.'}),
  ),
  channel_ids: Type.Optional(Type.Array(Id, {maxItems: 1000, description: 'Empty for every channel.'})),
  start_at: time('Messages created at this time or later, in milliseconds. 0: without limit.'),
  end_at: time('Messages created at this time or earlier, in milliseconds. 0: without limit.'),
});
