import type {SealedColumn} from './platform/secrets/sealing.ts';
import {KEY_CHECK} from './platform/secrets/stored-secrets.ts';

/**
 * Columns with secrets that the server needs in plain text. They are encrypted with a key outside the database, at
 * startup and when keys are rotated.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'Systems',
    column: 'Value',
    id: 'Name',
    rows: [
      KEY_CHECK,
      'ActionCookieKey',
      'ComplianceSigningKey',
      'FilePublicLinkKey',
      'EmailUnsubscribeKey',
      'TriggerSigningKey',
      'WebPushKeys',
    ],
  },
  {table: 'Teams', column: 'InviteId', id: 'Id', hash: 'InviteIdHash'},
  // The key in the webhook's URL, which clients know as the webhook's id.
  {table: 'IncomingWebhooks', column: 'Key', id: 'Id', hash: 'KeyHash'},
  {table: 'IncomingWebhooks', column: 'SigningSecret', id: 'Id'},
  {table: 'IncomingWebhooks', column: 'PreviousSigningSecret', id: 'Id'},
  {table: 'OutgoingWebhooks', column: 'Token', id: 'Id'},
  {table: 'OutgoingWebhooks', column: 'SigningSecret', id: 'Id'},
  {table: 'Commands', column: 'Token', id: 'Id'},
  {table: 'Configurations', column: 'Secrets', id: 'Version'},
];

/** Tables without a view, because they contain only secrets or internal data. */
export const HIDDEN_TABLES: readonly string[] = [
  'systems',
  'configurations',
  'ratelimits',
  'schema_migrations',
  'incomingwebhookoldkeys',
  'commandwebhooks',
  'triggers',
  'dialogs',
  'ownershiptransfers',
  'pendingposts',
  'mailqueue',
  'tokens',
  'webpushsubscriptions',
];

/** Columns that are empty in the views of the schema `mattermost`: hashes of secrets, and encrypted columns. */
export const SECRET_COLUMNS: readonly {table: string; column: string}[] = [
  {table: 'users', column: 'password'},
  {table: 'users', column: 'mfasecret'},
  {table: 'users', column: 'authdata'},
  {table: 'sessions', column: 'token'},
  {table: 'sessions', column: 'props'},
  {table: 'useraccesstokens', column: 'token'},
  {table: 'useraccesstokens', column: 'previoustoken'},
  ...SEALED_COLUMNS.flatMap(({table, column, hash}) => [
    {table, column},
    ...(hash ? [{table, column: hash}] : []),
  ]).filter(({table}) => !HIDDEN_TABLES.includes(table.toLowerCase())),
];
