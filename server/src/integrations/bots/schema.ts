import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

/** A bot on the wire; members marked optional are left out when they are empty (reference facts, section 7). */
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
  username: Type.String({description: '3 to 22 of a–z, 0–9, ".", "-", "_"; it begins with a letter.'}),
  display_name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
});

/** Body of `PUT /bots/{id}`; what is absent stays as it is. */
export const BotPatch = Type.Object({
  username: Type.Optional(Type.String()),
  display_name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
});
