declare module 'virtual:emoji-list' {
  /** The URL of the list of all emoji in their usual order, as JSON. */
  export const listUrl: string;

  /** A picture with all emoji, and its number of columns and rows. */
  export const sheet: {url: string; columns: number};
}
