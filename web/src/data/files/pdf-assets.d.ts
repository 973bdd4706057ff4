declare module 'virtual:pdf-assets' {
  /** The path of the folder with the files that pdf.js loads on demand. Ends with a slash. */
  const folder: string;
  export default folder;
}
