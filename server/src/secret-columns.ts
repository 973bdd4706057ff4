import type {SealedColumn} from './platform/secrets/sealing.ts';
import {KEY_CHECK} from './platform/secrets/stored-secrets.ts';

/**
 * Secrets that the server has to know again: they are sealed with a key outside the database. This list decides what
 * is sealed at the start and at a rotation of the keys.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'Systems',
    column: 'Value',
    id: 'Name',
    rows: [KEY_CHECK, 'ActionCookieKey', 'ComplianceSigningKey', 'FilePublicLinkKey', 'TriggerSigningKey'],
  },
  {table: 'Teams', column: 'InviteId', id: 'Id', hash: 'InviteIdHash'},
  // What clients know as the webhook's id: it is the key in its URL.
  {table: 'IncomingWebhooks', column: 'Key', id: 'Id', hash: 'KeyHash'},
  {table: 'IncomingWebhooks', column: 'SigningSecret', id: 'Id'},
  {table: 'IncomingWebhooks', column: 'PreviousSigningSecret', id: 'Id'},
  {table: 'OutgoingWebhooks', column: 'Token', id: 'Id'},
  {table: 'OutgoingWebhooks', column: 'SigningSecret', id: 'Id'},
  {table: 'Commands', column: 'Token', id: 'Id'},
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
  'ownershiptransfers',
];

/**
 * Columns that a reader of the database for direct extraction does not see: hashes of secrets, and whatever is
 * sealed. They are blank in the views of the schema `mattermost`.
 */
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
