import {SETTING_LABEL, serverText} from './server-texts.ts';

/** Words in a name that keep their capitals. */
const ACRONYMS = /^[A-Z]{2,}s?$/;

/** Words that names abbreviate, or that have an unusual spelling. */
const WORDS: Record<string, string> = {
  Addr: 'address',
  Auth: 'authentication',
  Conns: 'connections',
  Max: 'maximum',
  S3: 'S3',
  Sec: 'second',
  Sql: 'SQL',
  Websocket: 'WebSocket',
};

/** Turns the name of a setting into words: `EnableUserAccessTokens` into `Enable user access tokens`. */
function readableName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ');
  const readable = words
    .map((word) => WORDS[word] ?? (ACRONYMS.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return `${readable.slice(0, 1).toUpperCase()}${readable.slice(1)}`;
}

/**
 * The English label of a setting within its section, after the name of its group if it has one:
 * `Global relay: SMTP port`. It is derived from the setting's name.
 */
export function englishSettingLabel(name: string): string {
  return name.split('.').slice(1).map(nameWithoutSuffix).join(': ');
}

/** The label of a setting in the language of the page, if the catalog `settings` is loaded. */
export function settingLabel(name: string): string {
  return serverText(englishSettingLabel(name), SETTING_LABEL);
}

/** The name of a section or a group of settings in words, without `Settings`. */
export function nameWithoutSuffix(name: string): string {
  return readableName(name.replace(/Settings$/, ''));
}
