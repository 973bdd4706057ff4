/** Why a URL is not called at all, before any name is resolved; undefined if nothing is wrong with it. */
export function urlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'it is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `it begins with ${url.protocol} and not http: or https:`;
  if (url.username !== '' || url.password !== '') return 'it contains a user name or a password';
  // A parser resolves these away, and what is called would not be what was read.
  if (/(?:^|[/\\])(?:\.|%2e){2}(?:$|[/\\?#])/i.test(text)) return 'its path contains ".."';
  return undefined;
}
