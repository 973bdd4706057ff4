declare module 'virtual:emoji-list' {
  /** Names, the character itself, the category, and the place in the sheet of pictures, in their usual order. */
  const list: readonly (readonly [
    names: readonly string[],
    character: string,
    category: string,
    column: number,
    row: number,
  ])[];
  export default list;

  /** Pictures of all of them, in a square of so many columns and rows. */
  export const sheet: {url: string; columns: number};
}
