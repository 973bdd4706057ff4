import {createHash} from 'node:crypto';

/** The channel that every member of a team is in for as long as they are in the team. */
export const TOWN_SQUARE = 'town-square';
export const OFF_TOPIC = 'off-topic';

/** Members a group channel may have, its maker included. */
export const GROUP_MEMBERS = {min: 3, max: 8};

const DIRECT_NAME = /^[a-z0-9]{26}__[a-z0-9]{26}$/;
const MAX_DISPLAY_NAME_RUNES = 64;

/**
 * The name of the direct channel of two users: their ids, the smaller first, joined by two underscores. A user's
 * channel with themselves has the same id twice (docs/specification.md#names).
 */
export function directChannelName(userIdA: string, userIdB: string): string {
  return userIdA < userIdB ? `${userIdA}__${userIdB}` : `${userIdB}__${userIdA}`;
}

/** Whether a name is of the form that only direct channels have. */
export function isDirectChannelName(name: string): boolean {
  return DIRECT_NAME.test(name);
}

/** The name of a group channel: SHA-1, in hexadecimal, of its members' ids in order, joined without a separator. */
export function groupChannelName(userIds: readonly string[]): string {
  return createHash('sha1')
    .update([...userIds].sort().join(''))
    .digest('hex');
}

/** The display name of a group channel: its members' usernames in order, joined by ", ", cut to 64 runes. */
export function groupDisplayName(usernames: readonly string[]): string {
  return [...[...usernames].sort().join(', ')].slice(0, MAX_DISPLAY_NAME_RUNES).join('');
}
