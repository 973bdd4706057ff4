declare module 'virtual:emoji-list' {
  /** Address of the list of all emoji in their usual order, as JSON. */
  export const listUrl: string;

  /** Pictures of all of them, in a square of so many columns and rows. */
  export const sheet: {url: string; columns: number};
}
