import type {Settings} from '../../platform/config/settings.ts';
import {hasGifs} from '../gifs/gifs.ts';
import {isMailOn} from '../mail/mail.ts';
import {MAX_MESSAGE_LENGTH} from '../posts/schema.ts';
import {reportAProblemType} from '../reference-settings/reference-settings.ts';
import {ABSENT_FEATURES, EMPTY_TEXTS, FIXED_NUMBERS} from './fixed-values.ts';

/** Values that clients read with the settings. */
export interface ClientConfigFacts {
  /** The API version that clients see, such as `11.9.0` (docs/specification.md#http-api). */
  version: string;
  buildNumber: string;
  buildHash: string;
  /** The id of this installation. */
  diagnosticId: string;
  /** When the server first started, in milliseconds since the epoch. */
  installedAt: number;
  /** Whether no account exists yet. */
  noAccounts: boolean;
  /** The id of the latest terms of service; empty if there are none. */
  termsOfServiceId: string;
}

/** The flat map of strings in which clients receive settings and licenses; booleans are `true` and `false`. */
export type ClientMap = Record<string, string>;

/** The end of the license: a date in the year 9999, because clients require one. */
const LICENSE_EXPIRES_AT = 253_402_214_400_000;
/** Clients compare the number of accounts with this limit. No tier has one. */
const LICENSE_USERS = 1_000_000_000;

/** Whether the reference server requires a license for the tier in `LicenseSettings`. */
export function isLicensed({LicenseSettings: {Tier}}: Settings): boolean {
  return Tier !== 'team';
}

/**
 * Whether the features of the highest tier (compliance reports and exports) are on (docs/compatibility.md#compliance,
 * row 12).
 */
export function hasEnterpriseFeatures({LicenseSettings: {Tier}}: Settings): boolean {
  return Tier === 'enterprise';
}

/** The license as clients read it: `GET /api/v4/license/client?format=old`. Contains no secrets. */
export function clientLicense(settings: Settings): ClientMap {
  if (!isLicensed(settings)) return {IsLicensed: 'false'};
  const enterprise = hasEnterpriseFeatures(settings);
  return strings({
    IsLicensed: true,
    SkuName: enterprise ? 'Enterprise' : 'Professional',
    SkuShortName: settings.LicenseSettings.Tier,
    Users: LICENSE_USERS,
    IssuedAt: 0,
    StartsAt: 0,
    ExpiresAt: LICENSE_EXPIRES_AT,
    Compliance: enterprise,
    MessageExport: enterprise,
    CustomPermissionsSchemes: true,
    GuestAccounts: true,
    GuestAccountsPermissions: true,
    ThemeManagement: true,
    Metrics: true,
    Announcement: true,
    Cloud: false,
    Cluster: false,
    CustomTermsOfService: true,
    DataRetention: enterprise,
    Elasticsearch: false,
    EmailNotificationContents: false,
    GoogleOAuth: false,
    IDLoadedPushNotifications: false,
    IsGovSku: false,
    IsTrial: false,
    LDAP: false,
    LDAPGroups: false,
    LockTeammateNameDisplay: false,
    MFA: false,
    MHPNS: false,
    Office365OAuth: false,
    OpenId: false,
    RemoteClusterService: false,
    SAML: false,
    SharedChannels: false,
  });
}

/** Whether clients ask users to accept the terms of service. */
function requiresTerms({SupportSettings}: Settings, {termsOfServiceId}: ClientConfigFacts): boolean {
  return SupportSettings.CustomTermsOfServiceEnabled && termsOfServiceId !== '';
}

/** The settings for a client without a session: enough to show the sign-in and sign-up pages. */
export function limitedClientConfig(settings: Settings, facts: ClientConfigFacts): ClientMap {
  const {
    ServiceSettings: service,
    TeamSettings: team,
    EmailSettings: email,
    PasswordSettings: password,
    DataRetentionSettings: retention,
    SupportSettings: support,
  } = settings;
  return strings({
    ...Object.fromEntries(ABSENT_FEATURES.map((key) => [key, false])),
    ...Object.fromEntries(EMPTY_TEXTS.map((key) => [key, ''])),
    ...FIXED_NUMBERS,
    Version: facts.version,
    BuildNumber: facts.buildNumber,
    BuildHash: facts.buildHash,
    BuildEnterpriseReady: isLicensed(settings),
    DiagnosticId: facts.diagnosticId,
    TelemetryId: facts.diagnosticId,
    InstallationDate: facts.installedAt,
    NoAccounts: facts.noAccounts,
    ServiceEnvironment: 'production',
    FileLevel: 'INFO',
    DataRetentionEnableMessageDeletion: retention.EnableMessageDeletion,
    DataRetentionEnableFileDeletion: retention.EnableFileDeletion,
    DataRetentionMessageRetentionDays: retention.MessageRetentionDays,
    DataRetentionMessageRetentionHours: retention.MessageRetentionHours,
    DataRetentionFileRetentionDays: retention.FileRetentionDays,
    DataRetentionFileRetentionHours: retention.FileRetentionHours,

    SiteName: team.SiteName,
    SiteURL: service.SiteURL,
    WebsocketURL: service.WebsocketURL,
    DefaultClientLocale: settings.LocalizationSettings.DefaultClientLocale,
    AvailableLocales: settings.LocalizationSettings.AvailableLocales,
    CustomUrlSchemes: settings.DisplaySettings.CustomURLSchemes.join(','),

    EnableCustomBrand: team.EnableCustomBrand,
    CustomBrandText: team.CustomBrandText,
    CustomDescriptionText: team.CustomDescriptionText,
    TermsOfServiceLink: support.TermsOfServiceLink,
    PrivacyPolicyLink: support.PrivacyPolicyLink,
    AboutLink: support.AboutLink,
    HelpLink: support.HelpLink,
    ReportAProblemLink: support.ReportAProblemLink,
    ReportAProblemType: reportAProblemType(settings),
    ReportAProblemMail: support.SupportEmail,
    SupportEmail: support.SupportEmail,

    EnableUserCreation: team.EnableUserCreation,
    EnableOpenServer: team.EnableOpenServer,
    EnableSignUpWithEmail: email.EnableSignUpWithEmail,
    EnableSignInWithEmail: email.EnableSignInWithEmail,
    EnableSignInWithUsername: email.EnableSignInWithUsername,
    EnableGuestAccounts: settings.GuestAccountsSettings.Enable,
    HideGuestTags: settings.GuestAccountsSettings.HideTags,
    PasswordEnableForgotLink: isMailOn(settings),
    PasswordMinimumLength: password.MinimumLength,
    PasswordRequireLowercase: password.Lowercase,
    PasswordRequireUppercase: password.Uppercase,
    PasswordRequireNumber: password.Number,
    PasswordRequireSymbol: password.Symbol,

    EnableBotAccountCreation: service.EnableBotAccountCreation,
    EnableCustomEmoji: service.EnableCustomEmoji,
    EnableCustomUserStatuses: true,
    EnableReliableWebSockets: true,
    EnableTimedDND: true,
    ExperimentalEnablePostMetadata: true,
    HasImageProxy: settings.ImageProxySettings.Enable,
    MaxPostSize: MAX_MESSAGE_LENGTH,
  });
}

/** The settings for a signed-in client: `GET /api/v4/config/client?format=old`. */
export function clientConfig(settings: Settings, facts: ClientConfigFacts): ClientMap {
  const {
    ServiceSettings: service,
    TeamSettings: team,
    EmailSettings: email,
    ThemeSettings: theme,
    SupportSettings: support,
    AnnouncementSettings: announcement,
  } = settings;
  const enterprise = hasEnterpriseFeatures(settings);
  return {
    ...limitedClientConfig(settings, facts),
    ...strings({
      EnableIncomingWebhooks: service.EnableIncomingWebhooks,
      EnableOutgoingWebhooks: service.EnableOutgoingWebhooks,
      EnableCommands: service.EnableCommands,
      EnablePostUsernameOverride: service.EnablePostUsernameOverride,
      EnablePostIconOverride: service.EnablePostIconOverride,
      EnableUserAccessTokens: service.EnableUserAccessTokens,
      EnableDeveloper: service.EnableDeveloper,
      EnableEmojiPicker: service.EnableEmojiPicker,
      EnableGifPicker: hasGifs(settings),
      EnableLinkPreviews: service.EnableLinkPreviews,
      EnablePermalinkPreviews: service.EnablePermalinkPreviews,
      EnableLatex: service.EnableLatex,
      EnableInlineLatex: service.EnableInlineLatex,
      EnableUserTypingMessages: service.EnableUserTypingMessages,
      TimeBetweenUserTypingUpdatesMilliseconds: service.TimeBetweenUserTypingUpdatesMilliseconds,
      ExtendSessionLengthWithActivity: service.ExtendSessionLengthWithActivity,
      PostEditTimeLimit: service.PostEditTimeLimit,
      PostPriority: service.PostPriority,
      CollapsedThreads: service.CollapsedThreads,
      FeatureFlagCollapsedThreads: service.CollapsedThreads !== 'disabled',
      FeatureFlagChannelBookmarks: true,
      FeatureFlagCustomProfileAttributes: true,
      FeatureFlagTestFeature: 'off',
      FeatureFlagTimedDND: true,
      ThreadAutoFollow: service.ThreadAutoFollow,
      AllowSyncedDrafts: true,
      EnableCustomTermsOfService: requiresTerms(settings, facts),
      CustomTermsOfServiceId: requiresTerms(settings, facts) ? facts.termsOfServiceId : '',
      CustomTermsOfServiceReAcceptancePeriod: support.CustomTermsOfServiceReAcceptancePeriod,
      EnableCustomGroups: service.EnableCustomGroups,
      ScheduledPosts: service.ScheduledPosts,
      EnableOfflineMessages: service.EnableOfflineMessages,

      EnableTeamCreation: team.EnableTeamCreation,
      RestrictDirectMessage: team.RestrictDirectMessage,
      TeammateNameDisplay: team.TeammateNameDisplay,
      ShowEmailAddress: settings.PrivacySettings.ShowEmailAddress,
      ShowFullName: settings.PrivacySettings.ShowFullName,
      SendEmailNotifications: email.SendEmailNotifications && isMailOn(settings),
      EnableEmailBatching: email.EnableEmailBatching,
      EnableEmailInvitations: service.EnableEmailInvitations && isMailOn(settings),
      RequireEmailVerification: email.RequireEmailVerification,
      EmailNotificationContentsType: email.EmailNotificationContentsType,

      EnableFileAttachments: settings.FileSettings.EnableFileAttachments,
      EnableMobileFileDownload: settings.FileSettings.EnableFileAttachments,
      EnableMobileFileUpload: settings.FileSettings.EnableFileAttachments,
      EnablePublicLink: settings.FileSettings.EnablePublicLink,
      MaxFileSize: settings.FileSettings.MaxFileSize,
      MaxVoiceMessageSeconds: settings.FileSettings.MaxVoiceMessageSeconds,
      EnableSVGs: false,

      EnableBanner: announcement.EnableBanner,
      BannerText: announcement.BannerText,
      BannerColor: announcement.BannerColor,
      BannerTextColor: announcement.BannerTextColor,
      AllowBannerDismissal: announcement.AllowBannerDismissal,

      EnableThemeSelection: theme.EnableThemeSelection,
      DefaultTheme: theme.DefaultTheme,
      AllowCustomThemes: theme.AllowCustomThemes,
      AllowedThemes: theme.AllowedThemes.join(','),

      EnableCompliance: enterprise && settings.ComplianceSettings.Enable,
      EnableComplianceExport: enterprise && settings.MessageExportSettings.EnableExport,
      EnableMetrics: settings.MetricsSettings.Enable,
      RunJobs: settings.JobSettings.RunJobs,
      SQLDriverName: 'postgres',

      // Configurable on the reference server, fixed here.
      EnableChannelViewedMessages: true,
      EnableConfirmNotificationsToChannel: true,
      EnableCrossTeamSearch: true,
      EnableJoinLeaveMessageByDefault: true,
      EnableLastActiveTime: true,
      EnableUserDeactivation: true,
      EnableUserStatuses: true,
      ExperimentalEnableDefaultChannelLeaveJoinMessages: true,
      ExperimentalGroupUnreadChannels: 'disabled',
      ExperimentalTimezone: true,
      ExperimentalViewArchivedChannels: true,
    }),
  };
}

function strings(values: Record<string, string | number | boolean>): ClientMap {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}
