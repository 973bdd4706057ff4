import type {MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';

/** Where the permissions of a group apply: to single channels, to teams, to everyone, or to the administration. */
type Scope = 'channel' | 'team' | 'people' | 'server';

/** What a role can do. Several permissions that only make sense together have one label. */
export interface Ability {
  label: MessageDescriptor;
  permissions: readonly string[];
}

interface AbilityGroup {
  title: MessageDescriptor;
  scope: Scope;
  abilities: readonly Ability[];
}

const can = (label: MessageDescriptor, ...permissions: string[]): Ability => ({label, permissions});

/** The permissions that this server checks, except those of the System Console, by subject. */
export const ABILITY_GROUPS: readonly AbilityGroup[] = [
  {
    title: msg`Messages`,
    scope: 'channel',
    abilities: [
      can(msg`Read messages`, 'read_channel', 'read_channel_content'),
      can(msg`Post messages`, 'create_post'),
      can(msg`Edit own messages`, 'edit_post'),
      can(msg`Delete own messages`, 'delete_post'),
      can(msg`React with emoji`, 'add_reaction', 'remove_reaction'),
      can(msg`Upload files`, 'upload_file'),
      can(msg`Create public links to files`, 'get_public_link'),
      can(msg`Mention everyone in a channel`, 'use_channel_mentions'),
      can(msg`Mention groups`, 'use_group_mentions'),
      can(msg`Use slash commands`, 'use_slash_commands'),
    ],
  },
  {
    title: msg`Managing channels`,
    scope: 'channel',
    abilities: [
      can(msg`Edit public channels`, 'manage_public_channel_properties'),
      can(msg`Edit private channels`, 'manage_private_channel_properties'),
      can(msg`Add and remove members of public channels`, 'manage_public_channel_members'),
      can(msg`Add and remove members of private channels`, 'manage_private_channel_members'),
      can(msg`Change the roles of channel members`, 'manage_channel_roles'),
      can(
        msg`Manage bookmarks in public channels`,
        'add_bookmark_public_channel',
        'edit_bookmark_public_channel',
        'delete_bookmark_public_channel',
        'order_bookmark_public_channel',
      ),
      can(
        msg`Manage bookmarks in private channels`,
        'add_bookmark_private_channel',
        'edit_bookmark_private_channel',
        'delete_bookmark_private_channel',
        'order_bookmark_private_channel',
      ),
      can(msg`Edit banners of public channels`, 'manage_public_channel_banner'),
      can(msg`Edit banners of private channels`, 'manage_private_channel_banner'),
      can(msg`Make public channels private`, 'convert_public_channel_to_private'),
      can(msg`Make private channels public`, 'convert_private_channel_to_public'),
      can(msg`Archive public channels`, 'delete_public_channel'),
      can(msg`Archive private channels`, 'delete_private_channel'),
    ],
  },
  {
    title: msg`Channels of the team`,
    scope: 'team',
    abilities: [
      can(msg`Browse public channels`, 'list_team_channels'),
      can(msg`Read public channels without joining`, 'read_public_channel'),
      can(msg`Join public channels`, 'join_public_channels'),
      can(msg`Post in public channels without joining`, 'create_post_public'),
      can(msg`Create public channels`, 'create_public_channel'),
      can(msg`Create private channels`, 'create_private_channel'),
    ],
  },
  {
    title: msg`Messages by others`,
    scope: 'team',
    abilities: [
      can(msg`Edit messages by others`, 'edit_others_posts'),
      can(msg`Delete messages by others`, 'delete_others_posts'),
      can(msg`Remove reactions by others`, 'remove_others_reactions'),
    ],
  },
  {
    title: msg`Managing teams`,
    scope: 'team',
    abilities: [
      can(msg`See the team`, 'view_team'),
      can(msg`Invite people`, 'invite_user'),
      can(msg`Invite guests`, 'invite_guest'),
      can(msg`Add people to the team`, 'add_user_to_team'),
      can(msg`Remove people from the team`, 'remove_user_from_team'),
      can(msg`Edit and archive the team`, 'manage_team'),
      can(msg`Change the roles of team members`, 'manage_team_roles'),
    ],
  },
  {
    title: msg`Integrations`,
    scope: 'team',
    abilities: [
      can(msg`Manage own incoming webhooks`, 'manage_incoming_webhooks', 'manage_own_incoming_webhooks'),
      can(msg`Manage incoming webhooks by others`, 'manage_others_incoming_webhooks'),
      can(msg`Manage own outgoing webhooks`, 'manage_outgoing_webhooks', 'manage_own_outgoing_webhooks'),
      can(msg`Manage outgoing webhooks by others`, 'manage_others_outgoing_webhooks'),
      can(msg`Manage own slash commands`, 'manage_slash_commands', 'manage_own_slash_commands'),
      can(msg`Manage slash commands by others`, 'manage_others_slash_commands'),
    ],
  },
  {
    title: msg`People and direct messages`,
    scope: 'people',
    abilities: [
      can(msg`See everyone on this server`, 'view_members'),
      can(msg`Send direct messages`, 'create_direct_channel'),
      can(msg`Create group messages`, 'create_group_channel'),
    ],
  },
  {
    title: msg`Teams`,
    scope: 'people',
    abilities: [
      can(msg`Create teams`, 'create_team'),
      can(msg`See teams that anyone can join`, 'list_public_teams'),
      can(msg`Join teams that anyone can join`, 'join_public_teams'),
      can(msg`See teams that require an invitation`, 'list_private_teams'),
      can(msg`Join teams that require an invitation`, 'join_private_teams'),
    ],
  },
  {
    title: msg`Emoji and groups`,
    scope: 'people',
    abilities: [
      can(msg`Create emoji`, 'create_emojis'),
      can(msg`Delete own emoji`, 'delete_emojis'),
      can(msg`Delete emoji by others`, 'delete_others_emojis'),
      can(msg`Create groups`, 'create_custom_group'),
      can(msg`Edit groups`, 'edit_custom_group'),
      can(msg`Add and remove members of groups`, 'manage_custom_group_members'),
      can(msg`Archive and unarchive groups`, 'delete_custom_group', 'restore_custom_group'),
    ],
  },
  {
    title: msg`Bots and access tokens`,
    scope: 'people',
    abilities: [
      can(msg`Create bots`, 'create_bot'),
      can(msg`Manage own bots`, 'read_bots', 'manage_bots'),
      can(msg`Manage bots by others`, 'read_others_bots', 'manage_others_bots'),
      can(
        msg`Create and revoke own access tokens`,
        'create_user_access_token',
        'read_user_access_token',
        'revoke_user_access_token',
      ),
      can(msg`Post messages that only one person sees`, 'create_post_ephemeral'),
    ],
  },
  {
    title: msg`Administration`,
    scope: 'server',
    abilities: [
      can(msg`Administer the whole server`, 'manage_system'),
      can(msg`Change roles and permissions`, 'manage_roles'),
      can(msg`Edit accounts`, 'edit_other_users'),
      can(msg`Make guests members, and members guests`, 'promote_guest', 'demote_to_guest'),
      can(msg`See the teams of any user`, 'read_other_users_teams', 'list_users_without_team'),
      can(msg`Revoke all open invitations`, 'invalidate_email_invite'),
      can(msg`See statistics`, 'get_analytics'),
      can(msg`See logs`, 'get_logs'),
      can(msg`See the audit log`, 'read_audits'),
      can(msg`See jobs`, 'read_jobs'),
      can(msg`Start and cancel jobs`, 'manage_jobs'),
      can(msg`See runs of data retention`, 'read_data_retention_job'),
      can(
        msg`Start and cancel runs of data retention`,
        'create_data_retention_job',
        'manage_data_retention_job',
      ),
      can(msg`See compliance exports`, 'read_compliance_export_job'),
      can(
        msg`Start and cancel compliance exports`,
        'create_compliance_export_job',
        'manage_compliance_export_job',
      ),
      can(msg`Download compliance exports`, 'download_compliance_export_result'),
      can(
        msg`Clear caches and reload the settings`,
        'invalidate_caches',
        'recycle_database_connections',
        'reload_config',
      ),
    ],
  },
];

/**
 * The scopes that a role is about. For example, messages aren't listed for all members of a team, because that would allow
 * reading all of its private channels.
 */
export function scopesOf(roleName: string): readonly Scope[] {
  if (/^channel_/.test(roleName)) return ['channel'];
  if (/^team_(?:user|guest)$/.test(roleName)) return ['team'];
  if (/^team_/.test(roleName)) return ['team', 'channel'];
  if (/^system_(?:user|guest)$/.test(roleName)) return ['people'];
  return ['server', 'people', 'team', 'channel'];
}
