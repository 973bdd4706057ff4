/**
 * The section of the System Console that shows each section of the settings, except for those in {@link SETTINGS}.
 * Sections that are missing are visible only to system administrators.
 */
const SECTIONS: Readonly<Record<string, string>> = {
  AnnouncementSettings: 'site_announcement_banner',
  BleveSettings: 'experimental_bleve',
  ClusterSettings: 'environment_high_availability',
  ComplianceSettings: 'compliance_compliance_monitoring',
  DataRetentionSettings: 'compliance_data_retention_policy',
  DisplaySettings: 'site_posts',
  ElasticsearchSettings: 'environment_elasticsearch',
  ExperimentalAuditSettings: 'experimental_features',
  ExperimentalSettings: 'experimental_features',
  FileSettings: 'environment_file_storage',
  GitLabSettings: 'authentication_openid',
  GoogleSettings: 'authentication_openid',
  GuestAccountsSettings: 'authentication_guest_access',
  ImageProxySettings: 'environment_image_proxy',
  LdapSettings: 'authentication_ldap',
  LocalizationSettings: 'site_localization',
  LogSettings: 'environment_logging',
  MessageExportSettings: 'compliance_compliance_export',
  MetricsSettings: 'environment_performance_monitoring',
  NativeAppSettings: 'site_customization',
  Office365Settings: 'authentication_openid',
  OpenIdSettings: 'authentication_openid',
  PasswordSettings: 'authentication_password',
  PluginSettings: 'plugins',
  PrivacySettings: 'site_users_and_teams',
  RateLimitSettings: 'environment_rate_limiting',
  SamlSettings: 'authentication_saml',
  SqlSettings: 'environment_database',
  SupportSettings: 'site_customization',
  ThemeSettings: 'experimental_features',
};

/** The sections of the System Console that show only some settings of a section, with those settings. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ServiceSettings: {
    environment_web_server: `
      SiteURL ListenAddress ConnectionSecurity TLSCertFile TLSKeyFile UseLetsEncrypt LetsEncryptCertificateCacheFile
      Forward80To443 ReadTimeout WriteTimeout WebserverMode EnableInsecureOutgoingConnections
      AllowedUntrustedInternalConnections ManagedResourcePaths`,
    authentication_saml: 'SiteURL',
    authentication_password: 'MaximumLoginAttempts',
    authentication_mfa: 'EnableMultifactorAuthentication EnforceMultifactorAuthentication',
    authentication_signup: 'EnableEmailInvitations',
    integrations_integration_management: `
      EnableOAuthServiceProvider EnableIncomingWebhooks EnableOutgoingWebhooks EnableOutgoingOAuthConnections
      EnableCommands OutgoingIntegrationRequestsTimeout EnablePostUsernameOverride EnablePostIconOverride
      EnableUserAccessTokens EnableOnlyAdminIntegrations DialogTriggerLifetimeSeconds`,
    integrations_bot_accounts: 'EnableBotAccountCreation DisableBotsWhenOwnerIsDeactivated',
    integrations_cors: 'AllowCorsFrom CorsExposedHeaders CorsAllowCredentials CorsDebug',
    integrations_gif: 'EnableGifPicker GiphySdkKey GfycatApiKey GfycatApiSecret',
    site_emoji: 'EnableCustomEmoji EnableEmojiPicker',
    site_posts: `
      GoogleDeveloperKey EnableLinkPreviews EnablePermalinkPreviews RestrictLinkPreviews EnableSVGs EnableLatex
      EnableInlineLatex PostPriority AllowPersistentNotifications AllowPersistentNotificationsForGuests
      PersistentNotificationIntervalMinutes PersistentNotificationMaxCount PersistentNotificationMaxRecipients
      AllowSyncedDrafts UniqueEmojiReactionLimitPerPost ScheduledPosts`,
    site_users_and_teams: 'EnableCustomGroups RefreshPostStatsRunTime',
    environment_developer: 'EnableTesting EnableDeveloper DeveloperFlags EnableClientPerformanceDebugging',
    environment_smtp: 'EnableSecurityFixAlert',
    environment_session_lengths: `
      ExtendSessionLengthWithActivity TerminateSessionsOnPasswordChange SessionLengthWebInDays SessionLengthWebInHours
      SessionLengthMobileInDays SessionLengthMobileInHours SessionLengthSSOInDays SessionLengthSSOInHours
      SessionCacheInMinutes SessionIdleTimeoutInMinutes`,
    environment_database: 'MinimumHashtagLength',
    environment_file_storage: 'MaximumPayloadSizeBytes MaximumURLLength',
    user_management_permissions: 'PostEditTimeLimit',
    experimental_features: `
      TimeBetweenUserTypingUpdatesMilliseconds EnableUserTypingMessages EnableChannelViewedMessages
      ExperimentalEnableAuthenticationTransfer EnableTutorial EnableOnboardingFlow
      ExperimentalEnableDefaultChannelLeaveJoinMessages ExperimentalGroupUnreadChannels ExperimentalEnableHardenedMode
      ExperimentalStrictCSRFEnforcement ThreadAutoFollow CollapsedThreads`,
    experimental_feature_flags: 'SplitKey FeatureFlagSyncIntervalSeconds DebugSplit',
  },
  TeamSettings: {
    site_customization: 'SiteName EnableCustomBrand CustomBrandText CustomDescriptionText',
    site_users_and_teams: `
      MaxUsersPerTeam EnableJoinLeaveMessageByDefault EnableCustomUserStatuses RestrictDirectMessage
      EnableLastActiveTime MaxChannelsPerTeam TeammateNameDisplay ExperimentalViewArchivedChannels
      LockTeammateNameDisplay`,
    authentication_signup: 'EnableUserCreation EnableOpenServer RestrictCreationToDomains',
    environment_push_notification_server: 'MaxNotificationsPerChannel',
    site_notifications: 'EnableConfirmNotificationsToChannel',
    experimental_features: `
      EnableUserDeactivation UserStatusAwayTimeout ExperimentalViewArchivedChannels ExperimentalEnableAutomaticReplies
      ExperimentalPrimaryTeam ExperimentalDefaultChannels`,
  },
  FileSettings: {
    site_file_sharing_and_downloads: 'EnableFileAttachments EnableMobileUpload EnableMobileDownload',
    site_public_links: 'EnablePublicLink PublicLinkSalt',
  },
  EmailSettings: {
    authentication_email:
      'EnableSignUpWithEmail EnableSignInWithEmail EnableSignInWithUsername RequireEmailVerification',
    environment_smtp: `
      EnableSMTPAuth SMTPUsername SMTPPassword SMTPServer SMTPPort ConnectionSecurity
      SkipServerCertificateVerification`,
    environment_push_notification_server: 'SendPushNotifications PushNotificationServer',
    site_notifications: `
      SendEmailNotifications FeedbackName FeedbackEmail ReplyToAddress FeedbackOrganization PushNotificationContents
      EnableEmailBatching EnablePreviewModeBanner EmailNotificationContentsType`,
    experimental_features: `
      UseChannelInEmailNotifications EmailBatchingBufferSize EmailBatchingInterval LoginButtonColor
      LoginButtonBorderColor LoginButtonTextColor`,
  },
  SupportSettings: {
    site_notifications: 'SupportEmail',
    compliance_custom_terms_of_service: 'CustomTermsOfServiceEnabled CustomTermsOfServiceReAcceptancePeriod',
  },
  AnnouncementSettings: {
    site_notices: 'AdminNoticesEnabled UserNoticesEnabled NoticesURL NoticesFetchFrequency NoticesSkipCache',
  },
  LdapSettings: {
    experimental_features: 'LoginButtonColor LoginButtonBorderColor LoginButtonTextColor',
  },
  SamlSettings: {
    experimental_features: 'LoginButtonColor LoginButtonBorderColor LoginButtonTextColor',
  },
};

/** The sections of the System Console that show each setting in {@link SETTINGS}. */
const exceptions = new Map<string, string[]>();
for (const [section, shown] of Object.entries(SETTINGS)) {
  for (const [consoleSection, keys] of Object.entries(shown)) {
    for (const key of keys.trim().split(/\s+/)) {
      const name = `${section}.${key}`;
      exceptions.set(name, [...(exceptions.get(name) ?? []), consoleSection]);
    }
  }
}

/**
 * The sections of the System Console that show a setting. The permissions `sysconsole_read_…` and `sysconsole_write_…`
 * for any of them allow seeing and changing it; see {@link needsAdministrator}. Empty for settings that only system
 * administrators can see.
 *
 * @param name section and name, such as `ServiceSettings.SiteURL`
 */
export function consoleSectionsFor(name: string): readonly string[] {
  const [section = '', key] = name.split('.');
  const shown = exceptions.get(`${section}.${key}`) ?? SECTIONS[section];
  return typeof shown === 'string' ? [shown] : (shown ?? []);
}

/**
 * Sections of the System Console whose settings only system administrators can change. The settings determine where
 * messages, emails, files and credentials are sent, and which addresses and clients are trusted. With them, users could
 * gain permissions, for example by receiving an administrator's password reset link.
 */
const ADMINISTRATORS_SECTIONS: ReadonlySet<string> = new Set([
  'authentication_ldap',
  'authentication_openid',
  'authentication_saml',
  'compliance_compliance_export',
  'compliance_compliance_monitoring',
  'compliance_data_retention_policy',
  'environment_database',
  'environment_developer',
  'environment_elasticsearch',
  'environment_file_storage',
  'environment_high_availability',
  'environment_push_notification_server',
  'environment_smtp',
  'environment_web_server',
  'experimental_feature_flags',
  'integrations_cors',
  'plugins',
]);

/** Settings with the same risk, in sections that others can change. */
const ADMINISTRATORS_SETTINGS: ReadonlySet<string> = new Set([
  // Undeliverable emails are returned to this address.
  'EmailSettings.FeedbackEmail',
  // A secret, like those in the sections above.
  'ServiceSettings.GiphySdkKey',
  // Limits for guessing passwords.
  'ServiceSettings.MaximumLoginAttempts',
  'RateLimitSettings.LoginPerSec',
  'RateLimitSettings.LoginMaxBurst',
]);

/** Whether only system administrators can change a setting, regardless of permissions for the System Console. */
export function needsAdministrator(name: string): boolean {
  return (
    ADMINISTRATORS_SETTINGS.has(name) ||
    consoleSectionsFor(name).some((section) => ADMINISTRATORS_SECTIONS.has(section))
  );
}
