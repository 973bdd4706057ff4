/** The other in a direct channel; oneself in the channel of own notes. */
export function otherOf(channel: {name: string}, ownId: string): string {
  const [first = '', second = ''] = channel.name.split('__');
  return first === ownId ? second : first;
}
