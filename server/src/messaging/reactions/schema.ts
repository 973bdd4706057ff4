import Type from 'typebox';
import {Id, Millis, word} from '../../platform/http/wire.ts';

/** One person's reaction to a post with one emoji. */
export const Reaction = Type.Object({
  user_id: Id,
  post_id: Id,
  emoji_name: Type.String(),
  create_at: Millis,
});

/** Body of `POST /reactions`. */
export const NewReaction = Type.Object({
  user_id: Id,
  post_id: Id,
  emoji_name: word('Without colons, such as `+1`.'),
});
