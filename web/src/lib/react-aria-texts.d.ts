declare module 'virtual:react-aria-texts' {
  /** Functions that load React Aria's texts for each language except English. */
  const loaders: {[locale: string]: () => Promise<unknown>};
  export default loaders;
}
