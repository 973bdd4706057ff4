import type {Static} from 'typebox';
import type {ChannelMemberRow} from './members/store.ts';
import type {Channel, ChannelMember, ChannelWithTeam} from './schema.ts';
import type {ChannelRow, ChannelWithTeamRow} from './store.ts';

export function presentChannel(row: ChannelRow): Static<typeof Channel> {
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    team_id: row.teamid,
    type: row.type,
    display_name: row.displayname,
    name: row.name,
    header: row.header,
    purpose: row.purpose,
    last_post_at: row.lastpostat,
    last_root_post_at: row.lastrootpostat,
    total_msg_count: row.totalmsgcount,
    total_msg_count_root: row.totalmsgcountroot,
    extra_update_at: row.extraupdateat,
    creator_id: row.creatorid,
    scheme_id: row.schemeid,
    props: {},
    group_constrained: row.groupconstrained,
    shared: row.shared,
    policy_id: null,
    ...(row.bannerinfo ? {banner_info: row.bannerinfo} : {}),
    default_category_name: row.defaultcategoryname,
    autotranslation: row.autotranslation,
  };
}

export function presentChannelWithTeam(row: ChannelWithTeamRow): Static<typeof ChannelWithTeam> {
  return {
    ...presentChannel(row),
    team_display_name: row.teamdisplayname,
    team_name: row.teamname,
    team_update_at: row.teamupdateat,
  };
}

/** Replaces a member's times of activity for other people, as on the reference server. */
const HIDDEN_TIME = -1;

/** A membership as the viewer may see it. */
export function presentChannelMemberTo(
  viewerId: string,
  row: ChannelMemberRow,
): Static<typeof ChannelMember> {
  const member = presentChannelMember(row);
  if (row.userid === viewerId) return member;
  return {...member, last_viewed_at: HIDDEN_TIME, last_update_at: HIDDEN_TIME};
}

/** A membership as its user sees it. */
export function presentChannelMember(row: ChannelMemberRow): Static<typeof ChannelMember> {
  const roles = [
    ...row.roles.split(' ').filter(Boolean),
    ...(row.schemeguest ? [row.guestrole || 'channel_guest'] : []),
    ...(row.schemeuser ? [row.userrole || 'channel_user'] : []),
    ...(row.schemeadmin ? [row.adminrole || 'channel_admin'] : []),
  ];
  return {
    channel_id: row.channelid,
    user_id: row.userid,
    roles: [...new Set(roles)].join(' '),
    last_viewed_at: row.lastviewedat,
    msg_count: row.msgcount,
    msg_count_root: row.msgcountroot,
    mention_count: row.mentioncount,
    mention_count_root: row.mentioncountroot,
    urgent_mention_count: row.urgentmentioncount,
    notify_props: row.notifyprops,
    last_update_at: row.lastupdateat,
    scheme_guest: row.schemeguest,
    scheme_user: row.schemeuser,
    scheme_admin: row.schemeadmin,
    explicit_roles: row.roles,
  };
}
