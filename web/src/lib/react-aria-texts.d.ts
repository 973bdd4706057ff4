declare module 'virtual:react-aria-texts' {
  /** For each of its languages but English, what loads the texts of React Aria in that language. */
  const loaders: {[locale: string]: () => Promise<unknown>};
  export default loaders;
}
