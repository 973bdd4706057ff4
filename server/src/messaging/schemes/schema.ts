import Type from 'typebox';
import {Id, line, Millis} from '../../platform/http/wire.ts';

const RoleName = Type.String({description: 'Name of a role; empty for a scheme of channels.'});

/** A permission scheme on the wire: which roles the members of its teams or channels hold. */
export const Scheme = Type.Object({
  id: Id,
  name: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  scope: Type.String({description: '`team` or `channel`.'}),
  default_team_admin_role: RoleName,
  default_team_user_role: RoleName,
  default_team_guest_role: RoleName,
  default_channel_admin_role: Type.String(),
  default_channel_user_role: Type.String(),
  default_channel_guest_role: Type.String(),
  // Of features that there are not.
  default_playbook_admin_role: Type.Literal(''),
  default_playbook_member_role: Type.Literal(''),
  default_run_member_role: Type.Literal(''),
});

/** Body of `POST /schemes`. */
export const NewScheme = Type.Object({
  name: Type.Optional(line('2 to 64 of a–z, 0–9 and "_"; made up if it is left out.')),
  display_name: Type.String({minLength: 1, maxLength: 128}),
  description: Type.Optional(Type.String({maxLength: 1024})),
  scope: Type.Enum(['team', 'channel']),
});

/** Body of `PUT /schemes/{id}/patch`. */
export const SchemePatch = Type.Object({
  name: Type.Optional(line()),
  display_name: Type.Optional(Type.String({minLength: 1, maxLength: 128})),
  description: Type.Optional(Type.String({maxLength: 1024})),
});
