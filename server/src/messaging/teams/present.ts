import type {Static} from 'typebox';
import type {TeamMemberRow} from './members/store.ts';
import type {Team, TeamMember} from './schema.ts';
import type {TeamRow} from './store.ts';

/** The parts of a team that a viewer can see. */
export interface TeamView {
  email: boolean;
  /** In plain text. Empty for users who may not invite others. */
  inviteId: string;
}

/** The public view of a team. */
export const PUBLIC_TEAM_VIEW: TeamView = {email: false, inviteId: ''};

export function presentTeam(row: TeamRow, view: TeamView): Static<typeof Team> {
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    display_name: row.displayname,
    name: row.name,
    description: row.description,
    email: view.email ? row.email : '',
    type: row.type,
    company_name: row.companyname,
    allowed_domains: row.alloweddomains,
    invite_id: view.inviteId,
    allow_open_invite: row.allowopeninvite,
    ...(row.lastteamiconupdate > 0 ? {last_team_icon_update: row.lastteamiconupdate} : {}),
    scheme_id: row.schemeid,
    group_constrained: row.groupconstrained,
    policy_id: null,
    cloud_limits_archived: row.cloudlimitsarchived,
  };
}

export function presentTeamMember(row: TeamMemberRow): Static<typeof TeamMember> {
  const roles = [
    ...row.roles.split(' ').filter(Boolean),
    ...(row.schemeguest ? [row.guestrole || 'team_guest'] : []),
    ...(row.schemeuser ? [row.userrole || 'team_user'] : []),
    ...(row.schemeadmin ? [row.adminrole || 'team_admin'] : []),
  ];
  return {
    team_id: row.teamid,
    user_id: row.userid,
    roles: [...new Set(roles)].join(' '),
    delete_at: row.deleteat,
    scheme_guest: row.schemeguest,
    scheme_user: row.schemeuser,
    scheme_admin: row.schemeadmin,
    explicit_roles: row.roles,
  };
}
