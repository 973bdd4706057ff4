import Type from 'typebox';
import {Id, line, Millis} from '../../platform/http/wire.ts';

const RoleName = Type.String({description: 'The name of a role; empty for a channel scheme.'});

/** A permission scheme: the roles for members of its teams or channels. */
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
  // Features that Patchbay doesn't have.
  default_playbook_admin_role: Type.Literal(''),
  default_playbook_member_role: Type.Literal(''),
  default_run_member_role: Type.Literal(''),
});

export const NewScheme = Type.Object({
  name: Type.Optional(line('2 to 64 of a–z, 0–9 and "_"; generated if absent.')),
  display_name: Type.String({minLength: 1, maxLength: 128}),
  description: Type.Optional(Type.String({maxLength: 1024})),
  scope: Type.Enum(['team', 'channel']),
});

export const SchemePatch = Type.Object({
  name: Type.Optional(line()),
  display_name: Type.Optional(Type.String({minLength: 1, maxLength: 128})),
  description: Type.Optional(Type.String({maxLength: 1024})),
});
