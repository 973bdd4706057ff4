import {
  CONSOLE_PERMISSIONS,
  PERMISSIONS_WITHOUT_EFFECT,
  SYSTEM_MANAGER,
  SYSTEM_READ_ONLY_ADMIN,
  SYSTEM_USER_MANAGER,
} from './console-permissions.ts';

/** A role as it is shipped. Administrators can change its permissions later. */
export interface BuiltInRole {
  name: string;
  displayName: string;
  description: string;
  permissions: readonly string[];
  /** Whether members have it because of the flag `scheme_user`, `scheme_admin` or `scheme_guest`. */
  schemeManaged: boolean;
}

const CHANNEL_GUEST = [
  'read_channel',
  'read_channel_content',
  'add_reaction',
  'remove_reaction',
  'upload_file',
  'edit_post',
  'create_post',
  'use_channel_mentions',
  'use_slash_commands',
] as const;

const CHANNEL_USER = [
  ...CHANNEL_GUEST,
  'manage_public_channel_members',
  'manage_private_channel_members',
  'manage_public_channel_properties',
  'manage_private_channel_properties',
  'delete_public_channel',
  'delete_private_channel',
  'get_public_link',
  'delete_post',
  'add_bookmark_public_channel',
  'edit_bookmark_public_channel',
  'delete_bookmark_public_channel',
  'order_bookmark_public_channel',
  'add_bookmark_private_channel',
  'edit_bookmark_private_channel',
  'delete_bookmark_private_channel',
  'order_bookmark_private_channel',
  'read_public_channel_groups',
  'read_private_channel_groups',
  'use_group_mentions',
] as const;

const CHANNEL_ADMIN = [
  'create_post',
  'add_reaction',
  'remove_reaction',
  'use_channel_mentions',
  'use_group_mentions',
  'manage_channel_roles',
  'manage_public_channel_members',
  'manage_private_channel_members',
  'read_public_channel_groups',
  'read_private_channel_groups',
  'convert_public_channel_to_private',
  'convert_private_channel_to_public',
  'manage_public_channel_banner',
  'manage_private_channel_banner',
] as const;

const TEAM_GUEST = ['view_team'] as const;

const TEAM_USER = [
  'view_team',
  'list_team_channels',
  'join_public_channels',
  'read_public_channel',
  'create_public_channel',
  'create_private_channel',
  'invite_user',
  'add_user_to_team',
] as const;

// Excludes `create_post` and `add_reaction`, so that team administrators cannot post in private channels that they are
// not in.
const TEAM_ADMIN = [
  'use_group_mentions',
  'read_public_channel_groups',
  'read_private_channel_groups',
  'remove_user_from_team',
  'manage_team',
  'import_team',
  'manage_team_roles',
  'manage_channel_roles',
  'convert_public_channel_to_private',
  'convert_private_channel_to_public',
  'delete_others_posts',
  'manage_incoming_webhooks',
  'manage_own_incoming_webhooks',
  'manage_others_incoming_webhooks',
  'bypass_incoming_webhook_channel_lock',
  'manage_outgoing_webhooks',
  'manage_own_outgoing_webhooks',
  'manage_others_outgoing_webhooks',
  'manage_slash_commands',
  'manage_own_slash_commands',
  'manage_others_slash_commands',
  'delete_post',
  'delete_public_channel',
  'delete_private_channel',
  'manage_public_channel_members',
  'manage_private_channel_members',
  'manage_public_channel_properties',
  'manage_private_channel_properties',
  'manage_public_channel_banner',
  'manage_private_channel_banner',
] as const;

const SYSTEM_GUEST = ['create_direct_channel', 'create_group_channel'] as const;

const SYSTEM_USER = [
  'list_public_teams',
  'join_public_teams',
  'create_direct_channel',
  'create_group_channel',
  'view_members',
  'create_team',
  'create_emojis',
  'delete_emojis',
  'create_custom_group',
  'edit_custom_group',
  'delete_custom_group',
  'restore_custom_group',
  'manage_custom_group_members',
] as const;

const SYSTEM_ADMIN_ONLY = [
  'manage_system',
  'assign_system_admin_role',
  'manage_roles',
  'manage_jobs',
  'create_user_access_token',
  'read_user_access_token',
  'revoke_user_access_token',
  'create_bot',
  'read_bots',
  'read_others_bots',
  'manage_bots',
  'manage_others_bots',
  'assign_bot',
  'create_post_public',
  'create_post_ephemeral',
  'edit_other_users',
  'edit_others_posts',
  'read_other_users_teams',
  'list_users_without_team',
  'list_private_teams',
  'join_private_teams',
  'remove_others_reactions',
  'delete_others_emojis',
  'promote_guest',
  'demote_to_guest',
  'invite_guest',
  'permanent_delete_user',
  'manage_oauth',
  'manage_system_wide_oauth',
  'read_jobs',
  'invalidate_email_invite',
  'create_data_retention_job',
  'manage_data_retention_job',
  'create_compliance_export_job',
  'manage_compliance_export_job',
  'read_compliance_export_job',
  'download_compliance_export_result',
  'read_audits',
  'get_logs',
] as const;

const ALL = [
  ...new Set<string>([
    ...SYSTEM_ADMIN_ONLY,
    ...CONSOLE_PERMISSIONS,
    ...SYSTEM_MANAGER,
    ...SYSTEM_READ_ONLY_ADMIN,
    ...PERMISSIONS_WITHOUT_EFFECT,
    ...SYSTEM_USER,
    ...TEAM_ADMIN,
    ...TEAM_USER,
    ...CHANNEL_ADMIN,
    ...CHANNEL_USER,
  ]),
];

/** All permissions. Imports accept no others. */
export const PERMISSIONS: ReadonlySet<string> = new Set(ALL);

function role(
  name: string,
  displayName: string,
  description: string,
  permissions: readonly string[],
  schemeManaged = false,
): BuiltInRole {
  return {name, displayName, description, permissions, schemeManaged};
}

/** The roles of a new installation (docs/specification.md#roles-and-permissions). */
export const BUILT_IN_ROLES: readonly BuiltInRole[] = [
  role('system_admin', 'System administrator', 'Can do everything on this server.', ALL, true),
  role('system_user', 'Member', 'Permissions of every member account.', SYSTEM_USER, true),
  role('system_guest', 'Guest', 'Permissions of every guest account.', SYSTEM_GUEST, true),
  role(
    'system_manager',
    'System manager',
    'Can change most settings, and manage teams and channels.',
    SYSTEM_MANAGER,
  ),
  role('system_user_manager', 'User manager', 'Can manage teams and channels.', SYSTEM_USER_MANAGER),
  role(
    'system_read_only_admin',
    'Viewer',
    'Can see settings, statistics, logs, teams and channels, but change nothing.',
    SYSTEM_READ_ONLY_ADMIN,
  ),
  role(
    'system_user_access_token',
    'Personal access tokens',
    'Can create and revoke personal access tokens.',
    ['create_user_access_token', 'read_user_access_token', 'revoke_user_access_token'],
  ),
  role('system_post_all', 'Post everywhere', 'Can post in any channel without joining it.', [
    'create_post',
    'use_channel_mentions',
    'use_group_mentions',
  ]),
  role(
    'system_post_all_public',
    'Post in public channels',
    'Can post in any public channel without joining it.',
    ['create_post_public', 'use_channel_mentions', 'use_group_mentions'],
  ),
  role(
    'team_admin',
    'Team administrator',
    'Can manage a team, its channels and integrations.',
    TEAM_ADMIN,
    true,
  ),
  role('team_user', 'Team member', 'Permissions of every team member.', TEAM_USER, true),
  role('team_guest', 'Team guest', 'Permissions of every guest of a team.', TEAM_GUEST, true),
  role('team_post_all', 'Post everywhere in a team', 'Can post in any channel of the team.', [
    'create_post',
    'use_channel_mentions',
    'use_group_mentions',
  ]),
  role(
    'team_post_all_public',
    'Post in the public channels of a team',
    "Can post in the team's public channels.",
    ['create_post_public', 'use_channel_mentions', 'use_group_mentions'],
  ),
  role('channel_admin', 'Channel administrator', 'Can manage the members of a channel.', CHANNEL_ADMIN, true),
  role('channel_user', 'Channel member', 'Permissions of every channel member.', CHANNEL_USER, true),
  role('channel_guest', 'Channel guest', 'Permissions of every guest of a channel.', CHANNEL_GUEST, true),
];
