import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

export const Role = Type.Object({
  id: Id,
  name: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  permissions: Type.Array(Type.String()),
  scheme_managed: Type.Boolean(),
  built_in: Type.Boolean(),
});
