/**
 * Folders in `server/src` whose modules the web client can import. They must run in a browser, so they can't use `node:`
 * modules or packages that need them. The web client is rebuilt when they change.
 */
export const sharedWithWeb: readonly string[] = [
  'data-exchange/compliance-reports/order-rules',
  'integrations/dialogs/rules',
  'messaging/preferences/notification-schedule',
  'messaging/users/name-rules',
  'platform/formats/byte-size',
  'platform/formats/csv',
  'platform/formats/directions',
  'platform/languages',
  'platform/warnings',
];
