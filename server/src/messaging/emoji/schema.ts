import Type from 'typebox';
import {Id, line, looseId, Millis} from '../../platform/http/wire.ts';

/** The maximum length of an emoji name, in ASCII characters. */
export const MAX_EMOJI_NAME = 64;

export const CustomEmoji = Type.Object({
  id: Id,
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  creator_id: Type.String(),
  name: Type.String({description: 'Without colons.'}),
  category: Type.Literal('custom'),
});

/** The JSON object in the form field `emoji` when an emoji is created. */
export const NewEmoji = Type.Object({
  name: line(),
  creator_id: Type.Optional(looseId()),
});

export const EmojiSearch = Type.Object({
  term: Type.String({minLength: 1, maxLength: MAX_EMOJI_NAME}),
  prefix_only: Type.Optional(Type.Boolean()),
});
