import Type from 'typebox';
import {Id, Millis, word} from '../../platform/http/wire.ts';

/** A user's reaction to a post with an emoji. */
export const Reaction = Type.Object({
  user_id: Id,
  post_id: Id,
  emoji_name: Type.String(),
  create_at: Millis,
});

export const NewReaction = Type.Object({
  user_id: Id,
  post_id: Id,
  emoji_name: word('Without colons, such as `+1`.'),
});
