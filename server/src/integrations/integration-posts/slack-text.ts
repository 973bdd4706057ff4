import {isValidId} from '../../platform/database/ids.ts';

/** The kind of text, which determines what a link label may contain (docs/specification.md#slacks-format). */
export type SlackTextPlace =
  /** The message of a post: a label cannot contain a line break or a second `|`. */
  | 'message'
  /** A text of an attachment: a label can contain both. */
  | 'attachment'
  /** The title of an attachment: mentions are converted, links are not. */
  | 'title';

const ANNOUNCEMENTS: ReadonlyMap<string, string> = new Map([
  ['!channel', '@channel'],
  ['!here', '@here'],
  ['!all', '@all'],
]);

/** The user ids that a text mentions as `<@id>` or `<id>`, without duplicates. They may not exist. */
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
 * Converts Slack's format. `<!channel>`, `<!here>` and `<!all>` become mentions, `<@id>` and `<id>` become a mention if
 * `usernames` has the id, and `<target|label>` becomes a link. `<url>` is already a link. `<#id>`, `<!everyone>`,
 * `<!group>` and `*bold*` are not converted (docs/specification.md#slacks-format). Accepts any text, and runs in linear
 * time.
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
    return place === 'title' ? undefined : labeledLink(inside, place);
  });
}

function userIdOf(inside: string): string | undefined {
  const id = inside.startsWith('@') ? inside.slice(1) : inside;
  return isValidId(id) ? id : undefined;
}

function labeledLink(inside: string, place: 'message' | 'attachment'): string | undefined {
  const bar = inside.indexOf('|');
  if (bar <= 0) return undefined;
  const target = inside.slice(0, bar);
  const label = inside.slice(bar + 1);
  // Channels, groups and dates would become broken links.
  if (target.startsWith('#') || target.startsWith('!') || target.startsWith('@')) return undefined;
  if (label === '' || target.includes('\n')) return undefined;
  if (place === 'message' && (label.includes('|') || label.includes('\n'))) return undefined;
  return `[${label}](${target})`;
}

/**
 * Replaces each `<…>` without a `<` inside with the result of `replace`, brackets included; undefined keeps it. Reads
 * every character once.
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
