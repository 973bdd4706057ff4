import Type from 'typebox';
import {absentField, Id, line, longText, Millis, word} from '../../platform/http/wire.ts';

const BannerInfo = Type.Object({
  enabled: Type.Optional(Type.Boolean()),
  text: Type.Optional(longText()),
  background_color: Type.Optional(word()),
});

const channelFields = {
  id: Id,
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  team_id: Type.String({description: 'Empty for direct and group channels.'}),
  type: Type.Enum(['O', 'P', 'D', 'G']),
  display_name: Type.String(),
  name: Type.String(),
  header: Type.String(),
  purpose: Type.String(),
  last_post_at: Millis,
  last_root_post_at: Millis,
  total_msg_count: Type.Integer(),
  total_msg_count_root: Type.Integer(),
  extra_update_at: Millis,
  creator_id: Type.String(),
  scheme_id: Type.String(),
  props: Type.Record(Type.String(), Type.Unknown()),
  group_constrained: Type.Boolean(),
  shared: Type.Boolean(),
  policy_id: Type.Null(),
  banner_info: Type.Optional(BannerInfo),
  default_category_name: Type.String(),
  autotranslation: Type.Boolean(),
};

export const Channel = Type.Object(channelFields);

export const ChannelList = Type.Array(Channel);

/** A channel in the administrators' list, with the name of its team. */
export const ChannelWithTeam = Type.Object({
  ...channelFields,
  team_display_name: Type.String(),
  team_name: Type.String(),
  team_update_at: Millis,
});

/** Fields of the reference server's channels that this server accepts and ignores. */
const absentFields = {
  group_constrained: absentField('groups that determine the members of channels'),
  autotranslation: absentField('translations of messages'),
  default_category_name: absentField('sidebar categories of channels'),
  managed_category_name: absentField('sidebar categories of channels'),
};

export const NewChannel = Type.Object({
  team_id: Type.Optional(Id),
  type: Type.Optional(word('`O` for a public channel, `P` for a private one. Defaults to `O`.')),
  name: line('1 to 64 of a–z, 0–9, "-" and "_".'),
  display_name: Type.Optional(line('At most 64 characters. Defaults to the name.')),
  header: Type.Optional(longText('At most 1,024 characters.')),
  purpose: Type.Optional(longText('At most 250 characters.')),
  ...absentFields,
});

/** Body of `PUT /channels/{id}/patch`. Missing fields don't change. */
export const ChannelPatch = Type.Object({
  name: Type.Optional(line()),
  display_name: Type.Optional(line()),
  header: Type.Optional(longText()),
  purpose: Type.Optional(longText()),
  banner_info: Type.Optional(BannerInfo),
  ...absentFields,
});

const NotifyProps = Type.Record(Type.String(), Type.String());

export const ChannelMember = Type.Object({
  channel_id: Id,
  user_id: Id,
  roles: Type.String({description: 'Names of all roles that apply in the channel, separated by spaces.'}),
  last_viewed_at: Millis,
  msg_count: Type.Integer({description: 'The number of posts that the member has read.'}),
  msg_count_root: Type.Integer(),
  mention_count: Type.Integer({description: 'The number of unread mentions.'}),
  mention_count_root: Type.Integer(),
  urgent_mention_count: Type.Integer(),
  notify_props: NotifyProps,
  last_update_at: Millis,
  scheme_guest: Type.Boolean(),
  scheme_user: Type.Boolean(),
  scheme_admin: Type.Boolean(),
  explicit_roles: Type.String({description: 'Roles assigned by name, without the roles of the flags.'}),
});

export const ChannelMemberList = Type.Array(ChannelMember);
