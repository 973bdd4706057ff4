import {DEFAULT_CHANNEL_NOTIFY_PROPS} from '../../messaging/channels/channels.ts';
import {DEFAULT_NOTIFY_PROPS} from '../../messaging/users/users.ts';
import type {
  ChannelMemberRow,
  MemberRoles,
  ParticipantRow,
  PreferenceRow,
  TeamMemberRow,
  UserRow,
} from './store.ts';

/** The preference that stores each field of a user. */
const FIELDS: Readonly<Record<string, string>> = {
  'display_settings use_military_time': 'military_time',
  'display_settings collapse_previews': 'collapse_previews',
  'display_settings message_display': 'message_display',
  'display_settings channel_display_mode': 'channel_display_mode',
  'display_settings name_format': 'name_format',
  'display_settings colorize_usernames': 'colorize_usernames',
  'display_settings collapse_consecutive_messages': 'collapse_consecutive_messages',
  'advanced_settings feature_enabled_markdown_preview': 'use_markdown_preview',
  'advanced_settings formatting': 'use_formatting',
  'advanced_settings send_on_ctrl_enter': 'send_on_ctrl_enter',
  'advanced_settings code_block_ctrl_enter': 'code_block_ctrl_enter',
  'advanced_settings sync_drafts': 'sync_drafts',
  'advanced_settings join_leave': 'show_join_leave',
  'advanced_settings unread_scroll_position': 'show_unread_scroll_position',
  'sidebar_settings show_unread_section': 'show_unread_section',
  'sidebar_settings limit_visible_dms_gms': 'limit_visible_dms_gms',
  'theme ': 'theme',
};

const INTERVALS: Readonly<Record<string, string>> = {'30': 'immediate', '900': 'fifteen', '3600': 'hour'};

/** Users without email notifications have an interval of 0, which an import restores from any interval. */
const NO_EMAIL = 'immediate';

/** The format requires these fields; users without a choice get these defaults. */
const REQUIRED_DEFAULTS: Readonly<Record<string, string>> = {
  use_markdown_preview: 'true',
  use_formatting: 'true',
  show_unread_section: 'false',
  email_interval: 'immediate',
};

/** The format only allows true and false for these fields. Other stored values have no meaning. */
const BOOLEAN_FIELDS = new Set([
  'use_markdown_preview',
  'use_formatting',
  'show_unread_section',
  'military_time',
  'collapse_previews',
]);

/** The object of a user line, with fields in the documented order. */
export function userObject(
  user: UserRow,
  data: {
    preferences: readonly PreferenceRow[];
    teams: readonly TeamMemberRow[];
    channels: readonly ChannelMemberRow[];
    profileImage: string | undefined;
  },
): object {
  const settings: Record<string, string> = {...REQUIRED_DEFAULTS};
  const favorites = new Set<string>();
  const themes = new Map<string, string>();
  for (const {category, name, value} of data.preferences) {
    const field = FIELDS[`${category} ${name}`];
    if (field) {
      if (!BOOLEAN_FIELDS.has(field) || /^(?:true|false)$/.test(value)) settings[field] = value;
    } else if (category === 'tutorial_step' && name === user.id) settings.tutorial_step = value;
    else if (category === 'notifications' && name === 'email_interval') {
      const interval = value === '0' && user.notifyprops.email === 'false' ? NO_EMAIL : INTERVALS[value];
      if (interval) settings.email_interval = interval;
    } else if (category === 'favorite_channel' && value === 'true') favorites.add(name);
    else if (category === 'theme') themes.set(name, value);
  }
  return {
    profile_image: data.profileImage,
    username: user.username,
    email: user.email,
    auth_service: user.authservice || undefined,
    auth_data: user.authservice ? (user.authdata ?? undefined) : undefined,
    nickname: user.nickname,
    first_name: user.firstname,
    last_name: user.lastname,
    position: user.position,
    roles: user.roles,
    locale: user.locale,
    delete_at: user.deleteat,
    teams: data.teams.map((team) => ({
      name: team.team,
      theme: themes.get(team.teamid),
      roles: rolesOf(team, 'team'),
      channels: data.channels
        .filter((channel) => channel.teamid === team.teamid)
        .map((channel) => ({
          name: channel.channel,
          roles: rolesOf(channel, 'channel'),
          notify_props: channelNotifyProps(channel),
          favorite: favorites.has(channel.channelid) || undefined,
          ...counters(channel),
        })),
    })),
    ...Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))),
    notify_props: userNotifyProps(user),
    custom_status: customStatus(user),
  };
}

/** The object of a member of a direct or group channel. */
export function participantObject(member: ParticipantRow): object {
  return {
    username: member.username,
    notify_props: channelNotifyProps(member),
    scheme_user: member.schemeuser,
    scheme_admin: member.schemeadmin,
    scheme_guest: member.schemeguest,
    ...counters(member),
  };
}

function rolesOf(
  {roles, schemeuser, schemeadmin, schemeguest}: MemberRoles,
  place: 'team' | 'channel',
): string {
  return [
    ...(schemeadmin ? [`${place}_admin`] : []),
    ...(schemeuser ? [`${place}_user`] : []),
    ...(schemeguest ? [`${place}_guest`] : []),
    ...roles.split(' ').filter(Boolean),
  ].join(' ');
}

function userNotifyProps({notifyprops}: UserRow): object {
  const props: Record<string, string> = {...DEFAULT_NOTIFY_PROPS, ...notifyprops};
  return {
    desktop: props.desktop,
    desktop_sound: props.desktop_sound,
    email: props.email,
    mobile: props.push,
    mobile_push_status: props.push_status,
    channel: props.channel,
    comments: props.comments,
    mention_keys: props.mention_keys,
  };
}

function channelNotifyProps({notifyprops}: ChannelMemberRow): object {
  const props: Record<string, string> = {...DEFAULT_CHANNEL_NOTIFY_PROPS, ...notifyprops};
  return {
    desktop: props.desktop,
    mobile: props.push,
    mark_unread: props.mark_unread,
    email: props.email,
    ignore_channel_mentions: props.ignore_channel_mentions,
    channel_auto_follow_threads: props.channel_auto_follow_threads,
  };
}

function counters(member: ChannelMemberRow): object {
  return {
    last_viewed_at: member.lastviewedat,
    msg_count: member.msgcount,
    msg_count_root: member.msgcountroot,
    mention_count: member.mentioncount,
    mention_count_root: member.mentioncountroot,
    urgent_mention_count: member.urgentmentioncount,
  };
}

/** The user's custom status; undefined if the format cannot represent it. */
function customStatus({props}: UserRow): object | undefined {
  try {
    const {emoji, text, duration, expires_at} = JSON.parse(props.customStatus ?? '') as Record<
      string,
      unknown
    >;
    if (typeof emoji !== 'string') return undefined;
    return {emoji, text, duration: duration || undefined, expires_at: expires_at || undefined};
  } catch {
    return undefined;
  }
}
