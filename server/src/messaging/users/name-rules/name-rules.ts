// Shared with the web client, which validates names the same way, so this must not import Node.js modules.

/** Names that mean everyone or the server itself. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'all',
  'channel',
  'here',
  'matterbot',
  'system',
]);

const BOT_USERNAME = /^[a-z][a-z0-9._-]{2,21}$/;

/** Why a bot's username is invalid; undefined if it is valid (docs/specification.md#names). */
export function botUsernameError(username: string): string | undefined {
  if (!BOT_USERNAME.test(username)) {
    return `A bot username must start with a letter and have 3 to 22 of a–z, 0–9, ".", "-" and "_"; "${username.slice(0, 64)}" does not.`;
  }
  if (RESERVED_USERNAMES.has(username)) {
    return `The bot username "${username}" is reserved.`;
  }
  return undefined;
}
