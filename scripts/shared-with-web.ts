/**
 * Folders under `server/src` whose modules the web client may import, such as `messaging/markdown`. They must
 * run in a browser: no `node:` module, no package that needs one. The web build is stale when they change.
 */
export const sharedWithWeb: readonly string[] = [
  'data-exchange/compliance-reports/order-rules',
  'integrations/dialogs/rules',
  'messaging/users/name-rules',
];
