import Type from 'typebox';
import {absentField, Id, line, Millis, word} from '../../platform/http/wire.ts';

/**
 * A team. `invite_id` is empty for users who may not invite others, and `email` for users who may not manage the team.
 */
export const Team = Type.Object({
  id: Id,
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  display_name: Type.String(),
  name: Type.String(),
  description: Type.String(),
  email: Type.String(),
  type: Type.Enum(['O', 'I']),
  company_name: Type.String(),
  allowed_domains: Type.String(),
  invite_id: Type.String(),
  allow_open_invite: Type.Boolean(),
  last_team_icon_update: Type.Optional(Millis),
  scheme_id: Type.String(),
  group_constrained: Type.Boolean(),
  policy_id: Type.Null(),
  cloud_limits_archived: Type.Boolean(),
});

export const TeamList = Type.Array(Team);

const text = {
  description: Type.Optional(line('At most 255 bytes.')),
  company_name: Type.Optional(line('At most 64 bytes.')),
  allowed_domains: Type.Optional(line('Email domains that members must use, separated by commas or spaces.')),
  allow_open_invite: Type.Optional(
    Type.Boolean({description: 'Whether everyone on the server can find and join the team.'}),
  ),
  group_constrained: absentField('groups that determine the members of teams'),
};

export const NewTeam = Type.Object({
  name: line('2 to 64 of a–z, 0–9 and "-".'),
  display_name: line('1 to 64 characters.'),
  type: word('`O` for an open team, `I` for an invite-only team.'),
  email: Type.Optional(line()),
  ...text,
});

/** Body of `PUT /teams/{id}/patch`. Missing fields don't change. */
export const TeamPatch = Type.Object({display_name: Type.Optional(line()), ...text});

export const TeamMember = Type.Object({
  team_id: Id,
  user_id: Id,
  roles: Type.String({description: 'Names of all roles that apply in the team, separated by spaces.'}),
  delete_at: Millis,
  scheme_guest: Type.Boolean(),
  scheme_user: Type.Boolean(),
  scheme_admin: Type.Boolean(),
  explicit_roles: Type.String({description: 'Roles assigned by name, without the roles of the flags.'}),
});

export const TeamMemberList = Type.Array(TeamMember);
