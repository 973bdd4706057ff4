import {isValidId} from '../../platform/database/ids.ts';

/** Where a text is decides what the label of a link can contain (docs/specification.md#slacks-format). */
export type SlackTextPlace =
  /** A post's message: a label holds no line break and no second `|`. */
  | 'message'
  /** An attachment's texts: a label may hold both. */
  | 'attachment'
  /** An attachment's title: mentions are translated, links are not. */
  | 'title';

const ANNOUNCEMENTS: ReadonlyMap<string, string> = new Map([
  ['!channel', '@channel'],
  ['!here', '@here'],
  ['!all', '@all'],
]);

/** The ids of users that a text mentions as `<@id>` or `<id>`, each once; whether they exist is not known here. */
export function mentionedIds(text: string): string[] {
  const ids = new Set<string>();
  eachBracket(text, (inside) => {
    const id = userIdOf(inside);
    if (id !== undefined) ids.add(id);
    return undefined;
  });
  return [...ids];
}

/**
 * Converts Slack's format: `<!channel>`, `<!here>` and `<!all>` become mentions, `<@id>` and `<id>` a mention if
 * `usernames` has that id, `<target|label>` a link. `<url>` already is a link. Everything else stays as it is: `<#id>`,
 * `<!everyone>`, `<!group>` and `*bold*` are not converted (docs/specification.md#slacks-format). Accepts any text, and
 * takes time linear in its length.
 */
export function fromSlackText(
  text: string,
  usernames: ReadonlyMap<string, string>,
  place: SlackTextPlace,
): string {
  return eachBracket(text, (inside) => {
    const announcement = ANNOUNCEMENTS.get(inside);
    if (announcement !== undefined) return announcement;
    const id = userIdOf(inside);
    if (id !== undefined) {
      const username = usernames.get(id);
      return username === undefined ? undefined : `@${username}`;
    }
    return place === 'title' ? undefined : labelledLink(inside, place);
  });
}

function userIdOf(inside: string): string | undefined {
  const id = inside.startsWith('@') ? inside.slice(1) : inside;
  return isValidId(id) ? id : undefined;
}

function labelledLink(inside: string, place: 'message' | 'attachment'): string | undefined {
  const bar = inside.indexOf('|');
  if (bar <= 0) return undefined;
  const target = inside.slice(0, bar);
  const label = inside.slice(bar + 1);
  // A channel, a group or a date: it would be a link to nowhere.
  if (target.startsWith('#') || target.startsWith('!') || target.startsWith('@')) return undefined;
  if (label === '' || target.includes('\n')) return undefined;
  if (place === 'message' && (label.includes('|') || label.includes('\n'))) return undefined;
  return `[${label}](${target})`;
}

/**
 * Replaces what stands between each `<` and the next `>` with no `<` between them, brackets included, by what
 * `replace` makes of it; undefined keeps it. Every character is looked at once.
 */
function eachBracket(text: string, replace: (inside: string) => string | undefined): string {
  let result = '';
  let kept = 0;
  let open = text.indexOf('<');
  while (open !== -1) {
    const next = nextBracket(text, open + 1);
    if (next === -1) break;
    if (text[next] === '<') {
      open = next;
      continue;
    }
    const replacement = replace(text.slice(open + 1, next));
    if (replacement !== undefined) {
      result += text.slice(kept, open) + replacement;
      kept = next + 1;
    }
    open = text.indexOf('<', next + 1);
  }
  return result + text.slice(kept);
}

function nextBracket(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3c || code === 0x3e) return i;
  }
  return -1;
}
