/** Orders texts by their code units: the same everywhere, whatever the language of the machine. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
