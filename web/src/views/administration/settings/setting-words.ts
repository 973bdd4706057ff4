/**
 * What the server found wrong, by setting. Its message has a line for each, which begins with the name and says in
 * brackets where the value came from; what belongs to no setting is under ''.
 */
export function faultsBySetting(message: string, names: ReadonlySet<string>): Map<string, string> {
  const faults = new Map<string, string>();
  for (const line of message.split('\n')) {
    const [, name = '', rest = ''] = /^([\w.]+)(?: \([^)]*\))?:? (.*)$/.exec(line) ?? [];
    if (names.has(name)) faults.set(name, `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`);
    else faults.set('', [faults.get(''), line].filter(Boolean).join('\n'));
  }
  return faults;
}

/** Words that keep their capitals in the middle of a name. */
const ACRONYMS = /^[A-Z]{2,}s?$/;

/** What names cut short, or write as nobody else does. */
const WORDS: Record<string, string> = {
  Addr: 'address',
  Auth: 'authentication',
  Conns: 'connections',
  Max: 'maximum',
  Sec: 'second',
  Sql: 'SQL',
  Websocket: 'WebSocket',
};

/** A name as people read it: `EnableUserAccessTokens` as `Enable user access tokens`. */
export function readableName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ');
  const readable = words
    .map((word) => WORDS[word] ?? (ACRONYMS.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return `${readable.slice(0, 1).toUpperCase()}${readable.slice(1)}`;
}

/** The name of a section without the word that all of them end with. */
export function sectionTitle(name: string): string {
  return readableName(name.replace(/Settings$/, ''));
}

/** A setting within its section, with the part of it that it is in, if any: `Global relay: SMTP port`. */
export function settingLabel(name: string): string {
  return name.split('.').slice(1).map(sectionTitle).join(': ');
}
