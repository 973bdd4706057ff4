// Shared with the web client, so that both judge a name alike: no imports of Node's.

/** Names that mean everybody, or the server itself. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'all',
  'channel',
  'here',
  'matterbot',
  'system',
]);

const BOT_USERNAME = /^[a-z][a-z0-9._-]{2,21}$/;

/** What is wrong with a bot's username; undefined if nothing is (docs/specification.md#names). */
export function botUsernameFault(username: string): string | undefined {
  if (!BOT_USERNAME.test(username)) {
    return `A bot's username begins with a letter and has 3 to 22 of a–z, 0–9, ".", "-" and "_", and "${username.slice(0, 64)}" does not.`;
  }
  if (RESERVED_USERNAMES.has(username)) {
    return `A bot's username is not one of the reserved ones, such as "${username}".`;
  }
  return undefined;
}
