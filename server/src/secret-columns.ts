/**
 * Columns that a reader of the database for direct extraction does not see (QUALITY 9). They are blank in the
 * views of the schema `mattermost`.
 */
export const SECRET_COLUMNS: readonly {table: string; column: string}[] = [
  {table: 'users', column: 'password'},
  {table: 'users', column: 'mfasecret'},
  {table: 'users', column: 'authdata'},
  {table: 'sessions', column: 'token'},
  {table: 'sessions', column: 'props'},
  {table: 'useraccesstokens', column: 'token'},
  {table: 'useraccesstokens', column: 'previoustoken'},
  // The id of a webhook is the key in its URL.
  {table: 'incomingwebhooks', column: 'id'},
  {table: 'incomingwebhooks', column: 'signingsecret'},
  {table: 'incomingwebhooks', column: 'previoussigningsecret'},
  {table: 'incomingwebhookdeliveries', column: 'hookid'},
  {table: 'commands', column: 'token'},
  {table: 'outgoingwebhooks', column: 'token'},
  {table: 'outgoingwebhooks', column: 'signingsecret'},
];

/** Tables that hold nothing but secrets or the server's own bookkeeping: no view shows them. */
export const HIDDEN_TABLES: readonly string[] = [
  'systems',
  'ratelimits',
  'schema_migrations',
  'incomingwebhookoldkeys',
  'commandwebhooks',
  'triggers',
  'dialogs',
];
