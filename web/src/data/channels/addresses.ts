/** The id of the other person in a direct channel; the person's own id in the channel of their notes. */
export function otherUserId(channel: {name: string}, ownId: string): string {
  const [first = '', second = ''] = channel.name.split('__');
  return first === ownId ? second : first;
}

/** Derives a URL name from a display name: lowercase letters, digits and hyphens. */
export function addressName(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}

/** The name, in the address, of the channel that everyone in a team is in. */
export const TOWN_SQUARE = 'town-square';

/** Whether it is the channel that everyone in the team is in. People can't leave, archive or convert it. */
export function isTownSquare({name}: {name: string}): boolean {
  return name === TOWN_SQUARE;
}
