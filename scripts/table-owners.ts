/** The feature that writes a table, by table. Folders are relative to server/src. */
export const TABLE_OWNERS: Readonly<Record<string, string>> = {
  Audits: 'messaging/audits',
  Bots: 'messaging/users',
  BulkImports: 'data-exchange/bulk-import',
  ChannelBookmarks: 'messaging/bookmarks',
  ChannelMemberHistory: 'messaging/channels',
  ChannelMembers: 'messaging/channels',
  Channels: 'messaging/channels',
  CommandWebhooks: 'integrations/slash-commands',
  ClusterDiscovery: 'platform/cluster',
  Commands: 'integrations/slash-commands',
  ComplianceExports: 'data-exchange/compliance-exports',
  Compliances: 'data-exchange/compliance-reports',
  Configurations: 'platform/config-store',
  DataRetentionBatches: 'data-exchange/data-retention',
  DataRetentionRecords: 'data-exchange/data-retention',
  Dialogs: 'integrations/dialogs',
  Drafts: 'messaging/drafts',
  EmailNotifications: 'messaging/email-notifications',
  Emoji: 'messaging/emoji',
  FileInfo: 'messaging/files',
  GroupMembers: 'messaging/groups',
  IncomingWebhookDeliveries: 'integrations/incoming-webhooks',
  IncomingWebhookOldKeys: 'integrations/incoming-webhooks',
  IncomingWebhooks: 'integrations/incoming-webhooks',
  Jobs: 'messaging/jobs',
  JobSchedules: 'messaging/jobs',
  LegalHolds: 'messaging/legal-holds',
  LinkMetadata: 'messaging/image-proxy',
  MailQueue: 'messaging/mail',
  OutgoingWebhookDeliveries: 'integrations/outgoing-webhooks',
  OutgoingWebhooks: 'integrations/outgoing-webhooks',
  OwnershipTransfers: 'integrations/ownership',
  PendingPosts: 'messaging/posts',
  PostAcknowledgements: 'messaging/posts',
  PostReminders: 'messaging/post-reminders',
  Posts: 'messaging/posts',
  PostsPriority: 'messaging/posts',
  Preferences: 'messaging/preferences',
  RateLimits: 'platform/rate-limit',
  Reactions: 'messaging/reactions',
  RetentionPolicies: 'data-exchange/data-retention',
  RetentionPoliciesChannels: 'data-exchange/data-retention',
  RetentionPoliciesTeams: 'data-exchange/data-retention',
  Roles: 'messaging/permissions',
  ScheduledPosts: 'messaging/scheduled-posts',
  Schemes: 'messaging/schemes',
  Sessions: 'messaging/sessions',
  SidebarCategories: 'messaging/sidebar-categories',
  SidebarChannels: 'messaging/sidebar-categories',
  Status: 'messaging/statuses',
  schema_migrations: 'platform/database',
  Systems: 'platform/database',
  TeamMembers: 'messaging/teams',
  Teams: 'messaging/teams',
  TermsOfService: 'messaging/terms-of-service',
  ThreadMemberships: 'messaging/threads',
  Threads: 'messaging/posts',
  Tokens: 'messaging/account-emails',
  Triggers: 'integrations/trigger-ids',
  UploadSessions: 'messaging/files',
  UserGroups: 'messaging/groups',
  UserAccessTokens: 'messaging/access-tokens',
  UserTermsOfService: 'messaging/terms-of-service',
  Users: 'messaging/users',
  WebPushSubscriptions: 'messaging/web-push',
};

/** Code that writes tables of other features, with the reason. */
export interface WriteException {
  /** A file, or a folder with a trailing slash, relative to server/src. */
  place: string;
  /** The tables; by default any table, including those whose names are inserted at run time. */
  tables?: readonly string[];
  reason: string;
}

export const WRITE_EXCEPTIONS: readonly WriteException[] = [
  {
    place: 'messaging/posts/creation/store.ts',
    tables: ['ChannelMembers', 'Channels', 'ThreadMemberships'],
    reason:
      'Creating a post and updating its counters is one statement, the most frequent one of the server.',
  },
  {
    place: 'messaging/channels/store.ts',
    tables: ['Threads'],
    reason: 'Threads repeat the team of their channel, which must change in the same transaction.',
  },
  {
    place: 'messaging/reactions/store.ts',
    tables: ['Posts'],
    reason: 'Adding a reaction and updating its post is one statement, so that it takes one round trip.',
  },
  {
    place: 'messaging/sessions/store.ts',
    tables: ['UserAccessTokens'],
    reason: 'Every request resolves its token here, and records the last use of an access token.',
  },
  {
    place: 'integrations/slash-commands/store.ts',
    tables: ['Triggers'],
    reason: 'Finding a command and storing its trigger is one statement, because the user waits for it.',
  },
  {
    place: 'integrations/interactive-messages/store.ts',
    tables: ['Triggers'],
    reason: 'Finding a post and storing the trigger is one statement, because the user waits for it.',
  },
  {
    place: 'messaging/permanent-deletion/',
    reason: 'Deletes all rows of a user, team or channel in any table.',
  },
  {
    place: 'data-exchange/bulk-import/',
    reason: 'Writes thousands of rows of all tables at once.',
  },
  {place: 'data-exchange/backup/', reason: 'A restore loads every table.'},
  {place: 'platform/database/table.ts', reason: 'Writes the table that the caller passes.'},
  {
    place: 'platform/secrets/stored-secrets.ts',
    reason: 'Reseals the columns in server/src/secret-columns.ts with another key.',
  },
];
