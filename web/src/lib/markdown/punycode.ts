// What markdown-it asks of the package `punycode.js`, which vite.config.ts puts this in the place of.

export default {
  /** The host as browsers call it: `münchen.example` becomes `xn--mnchen-3ya.example`. */
  toASCII: (host: string): string =>
    URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host,
  /** It stays as it is: an address that looks like another's is easier to see through so. */
  toUnicode: (host: string): string => host,
};
