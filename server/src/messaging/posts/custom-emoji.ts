import {LRUCache} from 'lru-cache';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {type Emoji, isSystemEmoji, presentEmoji} from '../emoji/emoji.ts';

/** A custom emoji on the wire. */
export type WireEmoji = ReturnType<typeof presentEmoji>;

export type CustomEmojiFinder = ReturnType<typeof createCustomEmojiFinder>;

const EMOJI = /:([A-Za-z0-9_+-]{1,64}):/g;
/** Emoji that one post is shown with. */
const MAX_EMOJI = 100;

/** Whether there are names between colons in a text, or in JSON that holds it. */
export function holdsEmoji(text: string): boolean {
  EMOJI.lastIndex = 0;
  return EMOJI.test(text);
}

/** Names between colons that a text holds and that are not built in. */
function candidates(text: string): string[] {
  if (!text.includes(':')) return [];
  const names = new Set<string>();
  EMOJI.lastIndex = 0;
  for (let match = EMOJI.exec(text); match && names.size < MAX_EMOJI; match = EMOJI.exec(text)) {
    // The colon that ends one name may begin the next.
    EMOJI.lastIndex--;
    if (!isSystemEmoji(match[1]!)) names.add(match[1]!);
  }
  return [...names];
}

/**
 * Finds the custom emoji in the texts of posts. Which names are no emoji is remembered, because times and programs are
 * full of colons.
 */
export function createCustomEmojiFinder({emoji, events}: {emoji: Emoji; events: EventBus}) {
  const known = new LRUCache<string, WireEmoji | 'none'>({max: 20_000});
  events.subscribe('caches:stale', () => known.clear());
  events.subscribe('emoji:added', (added) => known.delete(added.emoji.name));
  events.subscribe('emoji:deleted', ({name}) => known.delete(name));

  /** The custom emoji that each of the texts holds, by the text's place; `names` count as held by it too. */
  return async function findCustomEmoji(
    texts: readonly {text: string; names?: readonly string[]}[],
  ): Promise<WireEmoji[][]> {
    const wanted = texts.map(({text, names = []}) => [
      ...new Set([...candidates(text), ...names.filter((name) => !isSystemEmoji(name))]),
    ]);
    const found = new Map<string, WireEmoji | 'none'>();
    const missing = new Set<string>();
    for (const name of wanted.flat()) {
      const emojiOrNone = known.get(name);
      if (emojiOrNone === undefined) missing.add(name);
      else found.set(name, emojiOrNone);
    }
    if (missing.size > 0) {
      const rows = new Map((await emoji.byNames([...missing])).map((row) => [row.name, row]));
      for (const name of missing) {
        const row = rows.get(name);
        const emojiOrNone = row ? presentEmoji(row) : 'none';
        known.set(name, emojiOrNone);
        found.set(name, emojiOrNone);
      }
    }
    return wanted.map((names) =>
      names.flatMap((name) => {
        const one = found.get(name);
        return one === undefined || one === 'none' ? [] : one;
      }),
    );
  };
}
