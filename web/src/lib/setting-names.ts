import {SETTING_LABEL, serverText} from './server-texts.ts';

/** Words in a name that keep their capitals. */
const ACRONYMS = /^[A-Z]{2,}s?$/;

/** Words that names abbreviate, or that have an unusual spelling. */
const WORDS: Record<string, string> = {
  Auth: 'authentication',
  Gif: 'GIF',
  Giphy: 'GIPHY',
  Id: 'ID',
  Latex: 'LaTeX',
  Max: 'maximum',
  S3: 'S3',
  Sdk: 'SDK',
  Websocket: 'WebSocket',
};

/** A unit at the end of a name. */
const UNIT = / (?:in )?(milliseconds|seconds|minutes|hours|days|bytes)$/;

/** English labels of settings whose names, which are those of the reference server, don't say what they do. */
export const LABELS: Readonly<Record<string, string>> = {
  'ServiceSettings.WebserverMode': 'Compression',
  'ServiceSettings.TrustedProxyIPHeader': 'Headers of trusted proxies',
  'ServiceSettings.TLSStrictTransport': 'Strict Transport Security (HSTS)',
  'ServiceSettings.TLSStrictTransportMaxAge': 'Duration of Strict Transport Security (seconds)',
  'ServiceSettings.MaximumPayloadSizeBytes': 'Maximum size of a request',
  'ServiceSettings.MaximumLoginAttempts': 'Maximum sign-in attempts',
  'ServiceSettings.LoginLockoutMinutes': 'Sign-in lockout (minutes)',
  'ServiceSettings.SessionLengthWebInHours': 'Session length in browsers (hours)',
  'ServiceSettings.SessionLengthMobileInHours': 'Session length in mobile apps (hours)',
  'ServiceSettings.ExtendSessionLengthWithActivity': 'Extend sessions with activity',
  'ServiceSettings.SessionIdleTimeoutInMinutes': 'Timeout of idle sessions (minutes)',
  'ServiceSettings.EnableUserAccessTokens': 'Enable personal access tokens',
  'ServiceSettings.DisableBotsWhenOwnerIsDeactivated': 'Disable bots when their owner is deactivated',
  'ServiceSettings.EnableCommands': 'Enable custom slash commands',
  'ServiceSettings.EnablePostUsernameOverride': 'Let integrations set a username',
  'ServiceSettings.EnablePostIconOverride': 'Let integrations set an icon',
  'ServiceSettings.OutgoingIntegrationRequestsTimeout': 'Timeout of requests to integrations (seconds)',
  'ServiceSettings.AllowedUntrustedInternalConnections': 'Allowed internal addresses',
  'ServiceSettings.EnableInsecureOutgoingConnections': 'Allow insecure outgoing connections',
  'ServiceSettings.EnableAPIUserDeletion': 'Allow permanent deletion of users',
  'ServiceSettings.EnableAPITeamDeletion': 'Allow permanent deletion of teams',
  'ServiceSettings.EnableAPIChannelDeletion': 'Allow permanent deletion of channels',
  'ServiceSettings.EnableDeveloper': 'Enable developer mode',
  'ServiceSettings.EnablePermalinkPreviews': 'Enable previews of linked messages',
  'ServiceSettings.EnableUserTypingMessages': 'Show who is typing',
  'ServiceSettings.TimeBetweenUserTypingUpdatesMilliseconds':
    'Time between typing notifications (milliseconds)',
  'ServiceSettings.PostEditTimeLimit': 'Time limit for editing messages (seconds)',
  'ServiceSettings.PostPriority': 'Message priority',
  'ServiceSettings.ScheduledPosts': 'Scheduled messages',
  'ServiceSettings.CollapsedThreads': 'Collapse replies into threads',
  'ServiceSettings.ThreadAutoFollow': 'Follow threads automatically',
  'TeamSettings.EnableCustomBrand': 'Enable custom branding',
  'TeamSettings.CustomBrandText': 'Branding text',
  'TeamSettings.CustomDescriptionText': 'Site description',
  'TeamSettings.EnableUserCreation': 'Enable account creation',
  'TeamSettings.EnableOpenServer': 'Enable sign-up without an invitation',
  'TeamSettings.RestrictDirectMessage': 'Restrict direct messages',
  'TeamSettings.TeammateNameDisplay': 'Display of names',
  'TeamSettings.ExperimentalDefaultChannels': 'Default channels',
  'TeamSettings.UserStatusAwayTimeout': 'Time until away (seconds)',
  'SqlSettings.DataSourceReplicas': 'Read replicas',
  'SqlSettings.DataSourceSearchReplicas': 'Read replicas for search',
  'SqlSettings.MaxOpenConns': 'Maximum database connections',
  'SqlSettings.EmbeddedListenPort': 'Port of the embedded database',
  'FileSettings.DriverName': 'File storage',
  'FileSettings.MaxVoiceMessageSeconds': 'Maximum length of voice messages (seconds)',
  'FileSettings.ExtractContent': 'Search the content of files',
  'FileSettings.EnablePublicLink': 'Enable public links',
  'FileSettings.AmazonS3SSL': 'Amazon S3 over HTTPS',
  'FileSettings.AmazonS3SSE': 'Amazon S3 server-side encryption',
  'EmailSettings.EnableSignUpWithEmail': 'Enable sign-up with email',
  'EmailSettings.EnableSignInWithEmail': 'Enable sign-in with email',
  'EmailSettings.EnableSignInWithUsername': 'Enable sign-in with username',
  'EmailSettings.EmailNotificationContentsType': 'Content of email notifications',
  'EmailSettings.EmailBatchingBufferSize': 'Maximum messages per email',
  'EmailSettings.FeedbackName': 'Sender name',
  'EmailSettings.FeedbackEmail': 'Sender address',
  'EmailSettings.ReplyToAddress': 'Reply-to address',
  'RateLimitSettings.PerSec': 'Requests per second',
  'RateLimitSettings.MemoryStoreSize': 'Maximum number of counted clients',
  'RateLimitSettings.VaryByRemoteAddr': 'Count by address',
  'RateLimitSettings.VaryByUser': 'Count by user',
  'RateLimitSettings.VaryByHeader': 'Count by header',
  'RateLimitSettings.LoginPerSec': 'Sign-in attempts per second',
  'RateLimitSettings.LoginMaxBurst': 'Maximum burst of sign-in attempts',
  'RateLimitSettings.WebhookPerSec': 'Requests to a webhook per second',
  'RateLimitSettings.WebhookMaxBurst': 'Maximum burst to a webhook',
  'RateLimitSettings.SignUpPerHour': 'New accounts per hour',
  'RateLimitSettings.TeamCreationPerHour': 'New teams per hour',
  'RateLimitSettings.GroupCreationPerHour': 'New groups per hour',
  'RateLimitSettings.PasswordChangePerHour': 'Password changes per hour',
  'RateLimitSettings.NameChangePerHour': 'Name changes per hour',
  'LogSettings.ConsoleLevel': 'Log level',
  'LogSettings.RequestSampleRate': 'Sample rate of requests',
  'LocalizationSettings.DefaultServerLocale': 'Default language of the server',
  'LocalizationSettings.DefaultClientLocale': 'Default language of the client',
  'LocalizationSettings.AvailableLocales': 'Available languages',
  'GuestAccountsSettings.HideTags': 'Hide guest tags',
  'GuestAccountsSettings.RestrictCreationToDomains': 'Restrict guests to domains',
  'ComplianceSettings.EnableDaily': 'Enable daily report',
  'DataRetentionSettings.DeletionJobStartTime': 'Start time of the deletion job',
  'DataRetentionSettings.PreservePinnedPosts': 'Keep pinned messages',
  'MessageExportSettings.ExportFromTimestamp': 'Start of the first export',
  'MessageExportSettings.DownloadExportResults': 'Allow downloads of export results',
  'JobSettings.CleanupJobsThresholdDays': 'Retention of finished jobs (days)',
  'JobSettings.CleanupAuditsThresholdDays': 'Retention of the audit log (days)',
  'ClusterSettings.OverrideHostname': 'Node name',
  'ClusterSettings.DrainSeconds': 'Drain time (seconds)',
  'BackupSettings.RetentionCount': 'Number of backups to keep',
  'SupportSettings.CustomTermsOfServiceEnabled': 'Enable custom terms of service',
  'SupportSettings.CustomTermsOfServiceReAcceptancePeriod': 'Time until terms must be accepted again (days)',
};

/** Turns the name of a setting into words: `EnableCustomEmoji` into `Enable custom emoji`. */
function readableName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    // A capital starts a word if a small letter follows, unless that is the s of a plural, as in `BusURLs`.
    .replace(/([A-Z]+)([A-Z](?!s(?:[A-Z]|$))[a-z])/g, '$1 $2')
    .split(' ');
  const readable = words
    .map((word) => WORDS[word] ?? (ACRONYMS.test(word) ? word : word.toLowerCase()))
    .join(' ')
    .replace(UNIT, ' ($1)');
  return `${readable.slice(0, 1).toUpperCase()}${readable.slice(1)}`;
}

/**
 * The English label of a setting within its section, after the name of its group if it has one:
 * `Global relay: SMTP port`.
 */
export function englishSettingLabel(name: string): string {
  return LABELS[name] ?? name.split('.').slice(1).map(nameWithoutSuffix).join(': ');
}

/** The label of a setting in the language of the page, if the catalog `settings` is loaded. */
export function settingLabel(name: string): string {
  return serverText(englishSettingLabel(name), SETTING_LABEL);
}

/** The name of a section or a group of settings in words, without `Settings`. */
export function nameWithoutSuffix(name: string): string {
  return readableName(name.replace(/Settings$/, ''));
}
