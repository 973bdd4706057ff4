import Type from 'typebox';
import {Id, line, longText, looseId} from '../../platform/http/wire.ts';

export const Preference = Type.Object({
  user_id: Id,
  category: Type.String({description: 'For example display_settings; 1 to 32 bytes.'}),
  name: Type.String({description: 'At most 32 bytes.'}),
  value: Type.String({description: 'At most 2000 characters (runes).'}),
});

/** A preference in a request. Without `user_id`, it belongs to the user in the path. */
const SentPreference = Type.Object({
  user_id: Type.Optional(looseId()),
  category: line(),
  name: line(),
  value: Type.Optional(longText()),
});

/** Body of `PUT /users/{id}/preferences` and `POST /users/{id}/preferences/delete`. */
export const SentPreferences = Type.Array(SentPreference, {minItems: 1, maxItems: 100});
