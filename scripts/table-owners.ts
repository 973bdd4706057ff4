/** The feature whose files write a table, by the table's name. Folders below server/src. */
export const TABLE_OWNERS: Readonly<Record<string, string>> = {
  Audits: 'messaging/audits',
  Bots: 'messaging/users',
  BulkImports: 'data-exchange/bulk-import',
  ChannelBookmarks: 'messaging/bookmarks',
  ChannelMemberHistory: 'messaging/channels',
  ChannelMembers: 'messaging/channels',
  Channels: 'messaging/channels',
  CommandWebhooks: 'integrations/slash-commands',
  Commands: 'integrations/slash-commands',
  ComplianceExports: 'data-exchange/compliance-exports',
  Compliances: 'data-exchange/compliance-reports',
  Dialogs: 'integrations/dialogs',
  Drafts: 'messaging/drafts',
  Emoji: 'messaging/emoji',
  FileInfo: 'messaging/files',
  IncomingWebhookDeliveries: 'integrations/incoming-webhooks',
  IncomingWebhookOldKeys: 'integrations/incoming-webhooks',
  IncomingWebhooks: 'integrations/incoming-webhooks',
  Jobs: 'messaging/jobs',
  JobSchedules: 'messaging/jobs',
  LinkMetadata: 'messaging/image-proxy',
  OutgoingWebhookDeliveries: 'integrations/outgoing-webhooks',
  OutgoingWebhooks: 'integrations/outgoing-webhooks',
  OwnershipTransfers: 'integrations/ownership',
  PostAcknowledgements: 'messaging/posts',
  PostReminders: 'messaging/post-reminders',
  Posts: 'messaging/posts',
  PostsPriority: 'messaging/posts',
  Preferences: 'messaging/preferences',
  RateLimits: 'platform/rate-limit',
  Reactions: 'messaging/reactions',
  Roles: 'messaging/permissions',
  Schemes: 'messaging/schemes',
  Sessions: 'messaging/sessions',
  SidebarCategories: 'messaging/sidebar-categories',
  SidebarChannels: 'messaging/sidebar-categories',
  Status: 'messaging/statuses',
  schema_migrations: 'platform/database',
  Systems: 'platform/database',
  TeamMembers: 'messaging/teams',
  Teams: 'messaging/teams',
  ThreadMemberships: 'messaging/threads',
  Threads: 'messaging/posts',
  Triggers: 'integrations/trigger-ids',
  UploadSessions: 'messaging/files',
  UserAccessTokens: 'messaging/access-tokens',
  Users: 'messaging/users',
};

/** Code that writes tables of others, and why. */
export interface WriteException {
  /** A file, or a folder with a slash at the end, below server/src. */
  place: string;
  /** The tables; without them any, and those whose names are put together at run time. */
  tables?: readonly string[];
  reason: string;
}

export const WRITE_EXCEPTIONS: readonly WriteException[] = [
  {
    place: 'messaging/posts/creation/store.ts',
    tables: ['ChannelMembers', 'Channels', 'ThreadMemberships'],
    reason: 'A new post and all that it counts are one statement, the most frequent of the server.',
  },
  {
    place: 'messaging/reactions/store.ts',
    tables: ['Posts'],
    reason:
      'A reaction and the time of change of its post are one statement, so that a reaction takes one round trip.',
  },
  {
    place: 'messaging/sessions/store.ts',
    tables: ['UserAccessTokens'],
    reason: 'Every request resolves its token here, and notes the last use of an access token.',
  },
  {
    place: 'integrations/slash-commands/store.ts',
    tables: ['Triggers'],
    reason:
      'Finding a command and storing its trigger are one statement: whoever gave the command waits for each.',
  },
  {
    place: 'integrations/interactive-messages/store.ts',
    tables: ['Triggers'],
    reason:
      'Finding a post and storing the trigger are one statement: whoever pressed the button waits for each.',
  },
  {
    place: 'messaging/permanent-deletion/',
    reason: 'Deletes all rows of a user, a team or a channel, in whatever table they are.',
  },
  {
    place: 'data-exchange/bulk-import/',
    reason: 'Writes thousands of rows of every kind at once, in arrays.',
  },
  {place: 'data-exchange/backup/', reason: 'A restore loads every table.'},
  {place: 'platform/database/table.ts', reason: 'Writes the table that its caller names.'},
  {
    place: 'platform/secrets/stored-secrets.ts',
    reason: 'Seals the columns on the list in server/src/secret-columns.ts again with another key.',
  },
];
