/**
 * Permissions of the reference server's System Console: for each section, one to see it (`sysconsole_read_…`) and one
 * to change its settings (`sysconsole_write_…`). Official clients show the sections that the user's roles allow.
 */
const SECTIONS = [
  'about_edition_and_license',
  'authentication_email',
  'authentication_guest_access',
  'authentication_ldap',
  'authentication_mfa',
  'authentication_openid',
  'authentication_password',
  'authentication_saml',
  'authentication_signup',
  'billing',
  'compliance_compliance_export',
  'compliance_compliance_monitoring',
  'compliance_custom_terms_of_service',
  'compliance_data_retention_policy',
  'environment_database',
  'environment_developer',
  'environment_elasticsearch',
  'environment_file_storage',
  'environment_high_availability',
  'environment_image_proxy',
  'environment_logging',
  'environment_performance_monitoring',
  'environment_push_notification_server',
  'environment_rate_limiting',
  'environment_session_lengths',
  'environment_smtp',
  'environment_web_server',
  'experimental_bleve',
  'experimental_feature_flags',
  'experimental_features',
  'integrations_bot_accounts',
  'integrations_cors',
  'integrations_gif',
  'integrations_integration_management',
  'plugins',
  'reporting_server_logs',
  'reporting_site_statistics',
  'reporting_team_statistics',
  'site_announcement_banner',
  'site_customization',
  'site_emoji',
  'site_file_sharing_and_downloads',
  'site_localization',
  'site_notices',
  'site_notifications',
  'site_posts',
  'site_public_links',
  'site_users_and_teams',
  'user_management_channels',
  'user_management_groups',
  'user_management_permissions',
  'user_management_system_roles',
  'user_management_teams',
  'user_management_users',
] as const;

type Section = (typeof SECTIONS)[number];

const startsWith =
  (...prefixes: string[]) =>
  (section: Section): boolean =>
    prefixes.some((prefix) => section.startsWith(prefix));

const read = (sections: readonly Section[]) => sections.map((section) => `sysconsole_read_${section}`);
const write = (sections: readonly Section[]) => sections.map((section) => `sysconsole_write_${section}`);

/** The permissions to see and change every section. */
export const CONSOLE_PERMISSIONS: readonly string[] = [...read(SECTIONS), ...write(SECTIONS)];

/**
 * The permissions to manage teams and channels without being a member. They don't include `read_channel`, which would
 * allow reading private and direct messages unnoticed. To read a private channel, users must join it, which its members
 * can see.
 */
const TEAMS_AND_CHANNELS = [
  'view_team',
  'list_public_teams',
  'list_private_teams',
  'join_public_teams',
  'join_private_teams',
  'manage_team',
  'manage_team_roles',
  'add_user_to_team',
  'remove_user_from_team',
  'read_public_channel',
  'read_public_channel_groups',
  'read_private_channel_groups',
  'manage_channel_roles',
  'manage_public_channel_members',
  'manage_private_channel_members',
  'manage_public_channel_properties',
  'manage_private_channel_properties',
  'delete_public_channel',
  'delete_private_channel',
  'convert_public_channel_to_private',
  'convert_private_channel_to_public',
];

/** The roles of the System Console. They apply to the whole server and can't be assigned in a team or channel. */
export const CONSOLE_ROLES: readonly string[] = [
  'system_manager',
  'system_user_manager',
  'system_read_only_admin',
];

/** The permissions of a system manager: most settings, teams and channels, but not accounts. */
export const SYSTEM_MANAGER: readonly string[] = [
  ...read(
    SECTIONS.filter((section) => !startsWith('billing', 'compliance_', 'experimental_')(section)).filter(
      (section) => !startsWith('user_management_users', 'user_management_system_roles')(section),
    ),
  ),
  ...write(
    SECTIONS.filter(
      startsWith(
        'environment_',
        'integrations_',
        'site_',
        'user_management_channels',
        'user_management_groups',
        'user_management_permissions',
        'user_management_teams',
      ),
    ),
  ),
  ...TEAMS_AND_CHANNELS,
  'get_analytics',
  'get_logs',
  'invalidate_caches',
  'recycle_database_connections',
  'reload_config',
  'edit_brand',
  'read_license_information',
  'read_ldap_sync_job',
  'test_ldap',
  'test_email',
  'test_s3',
  'test_site_url',
  'test_elasticsearch',
  'purge_elasticsearch_indexes',
  'create_elasticsearch_post_aggregation_job',
  'create_elasticsearch_post_indexing_job',
  'read_elasticsearch_post_aggregation_job',
  'read_elasticsearch_post_indexing_job',
];

/** The permissions of a user manager: teams, channels and groups. */
export const SYSTEM_USER_MANAGER: readonly string[] = [
  ...read(
    SECTIONS.filter(
      startsWith(
        'authentication_',
        'user_management_channels',
        'user_management_groups',
        'user_management_permissions',
        'user_management_teams',
      ),
    ),
  ),
  ...write(
    SECTIONS.filter(
      startsWith('user_management_channels', 'user_management_groups', 'user_management_teams'),
    ),
  ),
  ...TEAMS_AND_CHANNELS,
  'read_ldap_sync_job',
  'test_ldap',
];

/**
 * The permissions to see almost everything in the System Console, but change nothing. They don't include permissions to
 * read private messages, in channels or in compliance exports.
 */
export const SYSTEM_READ_ONLY_ADMIN: readonly string[] = [
  ...read(SECTIONS.filter((section) => !startsWith('billing', 'user_management_system_roles')(section))),
  'view_team',
  'list_public_teams',
  'list_private_teams',
  'read_public_channel',
  'read_public_channel_groups',
  'read_private_channel_groups',
  'read_other_users_teams',
  'get_analytics',
  'get_logs',
  'read_audits',
  'read_license_information',
  'read_compliance_export_job',
  'read_data_retention_job',
  'read_elasticsearch_post_aggregation_job',
  'read_elasticsearch_post_indexing_job',
  'read_ldap_sync_job',
  'test_ldap',
];

/**
 * Permissions for features of the reference server that this server doesn't have. They have no effect, but official
 * clients and imported roles use them.
 */
export const PERMISSIONS_WITHOUT_EFFECT: readonly string[] = [
  'add_ldap_private_cert',
  'add_ldap_public_cert',
  'add_saml_idp_cert',
  'add_saml_private_cert',
  'add_saml_public_cert',
  'create_ldap_sync_job',
  'create_page',
  'create_post_bleve_indexes_job',
  'create_wiki',
  'delete_own_page',
  'delete_page',
  'edit_file_attachment',
  'edit_page',
  'get_saml_cert_status',
  'get_saml_metadata_from_idp',
  'manage_channel_access_rules',
  'manage_elasticsearch_post_aggregation_job',
  'manage_elasticsearch_post_indexing_job',
  'manage_ldap_sync_job',
  'manage_license_information',
  'manage_outgoing_oauth_connections',
  'manage_own_agent',
  'manage_post_bleve_indexes_job',
  'manage_private_channel_auto_translation',
  'manage_public_channel_auto_translation',
  'manage_secure_connections',
  'manage_shared_channels',
  'manage_team_access_rules',
  'manage_wiki',
  'playbook_private_create',
  'playbook_private_make_public',
  'playbook_private_manage_members',
  'playbook_private_manage_properties',
  'playbook_private_manage_roles',
  'playbook_private_view',
  'playbook_public_create',
  'playbook_public_make_private',
  'playbook_public_manage_members',
  'playbook_public_manage_properties',
  'playbook_public_manage_roles',
  'playbook_public_view',
  'purge_bleve_indexes',
  'read_page',
  'remove_ldap_private_cert',
  'remove_ldap_public_cert',
  'remove_saml_idp_cert',
  'remove_saml_private_cert',
  'remove_saml_public_cert',
  'run_create',
  'run_manage_members',
  'run_manage_properties',
  'run_view',
  'sysconsole_read_environment_mobile_security',
  'sysconsole_read_products_boards',
  'sysconsole_read_site_ip_filters',
  'sysconsole_write_environment_mobile_security',
  'sysconsole_write_products_boards',
  'sysconsole_write_site_ip_filters',
];
