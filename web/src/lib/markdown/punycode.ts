// Replaces the package `punycode.js` for markdown-it (vite.config.ts).

export default {
  /** The ASCII form of a host name: `münchen.example` becomes `xn--mnchen-3ya.example`. */
  toASCII: (host: string): string =>
    URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host,
  /** Unchanged, because the ASCII form reveals when a name imitates another one. */
  toUnicode: (host: string): string => host,
};
