/** The text of the post with this number. Numbers are used to compare the members' records with the database. */
export function numberedMessage(number: number): string {
  return `numbered-post-${number}.`;
}

/** The number of the first numbered post in a text. */
export function numberOfPost(text: string): number | undefined {
  const found = /numbered-post-(\d+)\./.exec(text);
  return found ? Number(found[1]) : undefined;
}
