import {createHash} from 'node:crypto';

/** The channel that all members of a team are in. */
export const TOWN_SQUARE = 'town-square';
export const OFF_TOPIC = 'off-topic';

/** The number of members in a group channel, including its creator. */
export const GROUP_MEMBERS = {min: 3, max: 8};

const DIRECT_NAME = /^[a-z0-9]{26}__[a-z0-9]{26}$/;
const MAX_DISPLAY_NAME_RUNES = 64;

/**
 * The name of the direct channel of two users: their ids joined by two underscores, smaller id first. The channel of a
 * user with themselves repeats the id (docs/specification.md#names).
 */
export function directChannelName(userIdA: string, userIdB: string): string {
  return userIdA < userIdB ? `${userIdA}__${userIdB}` : `${userIdB}__${userIdA}`;
}

/** Whether a name has the form reserved for direct channels. */
export function isDirectChannelName(name: string): boolean {
  return DIRECT_NAME.test(name);
}

/** The name of a group channel: the hexadecimal SHA-1 of its members' sorted ids, concatenated. */
export function groupChannelName(userIds: readonly string[]): string {
  return createHash('sha1')
    .update([...userIds].sort().join(''))
    .digest('hex');
}

/** The display name of a group channel: its members' sorted usernames joined by ", ", cut to 64 runes. */
export function groupDisplayName(usernames: readonly string[]): string {
  return [...[...usernames].sort().join(', ')].slice(0, MAX_DISPLAY_NAME_RUNES).join('');
}
