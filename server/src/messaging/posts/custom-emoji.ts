import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {type Emoji, isSystemEmoji, presentEmoji} from '../emoji/emoji.ts';

export type WireEmoji = ReturnType<typeof presentEmoji>;

export type CustomEmojiFinder = ReturnType<typeof createCustomEmojiFinder>;

const EMOJI = /:([A-Za-z0-9_+-]{1,64}):/g;
/** The maximum number of emoji per post. */
const MAX_EMOJI = 100;

/** Whether a text, or JSON that contains it, may have names between colons. */
export function mayContainEmoji(text: string): boolean {
  EMOJI.lastIndex = 0;
  return EMOJI.test(text);
}

/** Names between colons in a text that are not built-in emoji. */
function candidates(text: string): string[] {
  if (!text.includes(':')) return [];
  const names = new Set<string>();
  EMOJI.lastIndex = 0;
  for (let match = EMOJI.exec(text); match && names.size < MAX_EMOJI; match = EMOJI.exec(text)) {
    // The closing colon of one name may be the opening colon of the next.
    EMOJI.lastIndex--;
    if (!isSystemEmoji(match[1]!)) names.add(match[1]!);
  }
  return [...names];
}

/**
 * Finds the custom emoji in posts. Names that are not emoji are cached too, because times and code contain many colons.
 */
export function createCustomEmojiFinder({emoji, events}: {emoji: Emoji; events: EventBus}) {
  const cache = createBoundedCache<string, WireEmoji | 'none'>(20_000);
  // Detects changes while a value is being loaded. Such a value may be outdated, so it is used for the current call but
  // not cached.
  let changes = 0;
  events.onEveryNode('caches:stale', () => {
    changes++;
    cache.clear();
  });
  events.onEveryNode('emoji:added', (added) => invalidate(added.emoji.name));
  events.onEveryNode('emoji:deleted', ({name}) => invalidate(name));

  function invalidate(name: string): void {
    changes++;
    cache.delete(name);
  }

  /** The custom emoji in each of the texts, by index. `names` are treated as part of every text. */
  return async function findCustomEmoji(
    texts: readonly {text: string; names?: readonly string[]}[],
  ): Promise<WireEmoji[][]> {
    const candidateNames = texts.map(({text, names = []}) => [
      ...new Set([...candidates(text), ...names.filter((name) => !isSystemEmoji(name))]),
    ]);
    const found = new Map<string, WireEmoji | 'none'>();
    const missing = new Set<string>();
    for (const name of candidateNames.flat()) {
      const emojiOrNone = cache.get(name);
      if (emojiOrNone === undefined) missing.add(name);
      else found.set(name, emojiOrNone);
    }
    if (missing.size > 0) {
      const seen = changes;
      const rows = new Map((await emoji.byNames([...missing])).map((row) => [row.name, row]));
      for (const name of missing) {
        const row = rows.get(name);
        const emojiOrNone = row ? presentEmoji(row) : 'none';
        if (changes === seen) cache.set(name, emojiOrNone);
        found.set(name, emojiOrNone);
      }
    }
    return candidateNames.map((names) =>
      names.flatMap((name) => {
        const one = found.get(name);
        return one === undefined || one === 'none' ? [] : one;
      }),
    );
  };
}
