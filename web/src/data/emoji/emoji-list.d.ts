declare module 'virtual:emoji-list' {
  /** The URL of the list of all emoji in their usual order, as JSON. */
  export const listUrl: string;

  /** A picture with all emoji, and its number of columns and rows. */
  export const sheet: {url: string; columns: number};
}

declare module 'virtual:emoji-keywords' {
  /** The URLs of the words for all emoji by language, as JSON: `LocalWords[]`, in the order of the list of all emoji. */
  export const keywordUrls: Readonly<Record<string, string>>;
}
