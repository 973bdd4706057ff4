import Type from 'typebox';
import {Id, line, longText, Millis} from '../../platform/http/wire.ts';

/** A bot in the API. Empty optional fields are left out (docs/specification.md#bots). */
export const Bot = Type.Object({
  user_id: Id,
  username: Type.String(),
  display_name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  owner_id: Type.String(),
  last_icon_update: Type.Optional(Millis),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
});

/** Body of `POST /bots`. */
export const NewBot = Type.Object({
  username: line('3 to 22 of a–z, 0–9, ".", "-", "_", starting with a letter.'),
  display_name: Type.Optional(line()),
  description: Type.Optional(longText()),
});

/** Body of `PUT /bots/{id}`. Absent fields stay unchanged. */
export const BotPatch = Type.Object({
  username: Type.Optional(line()),
  display_name: Type.Optional(line()),
  description: Type.Optional(longText()),
});
