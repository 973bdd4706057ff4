/** The other in a direct channel; oneself in the channel of own notes. */
export function otherOf(channel: {name: string}, ownId: string): string {
  const [first = '', second = ''] = channel.name.split('__');
  return first === ownId ? second : first;
}

/** What a name becomes in an address: lower-case letters, digits and hyphens. */
export function addressName(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}
