import {type KeyboardEvent, useMemo, useRef, useState} from 'react';
import {useCustomEmojiNames} from '../../data/emoji/custom-emoji.ts';
import {findSystemEmoji, useSystemEmoji} from '../../data/emoji/emoji-names.ts';
import {recentEmoji} from '../../data/emoji/recent-emoji.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {LoadingState} from '../ui/state.tsx';
import {Emoji} from './emoji.tsx';
import styles from './emoji-picker.module.css';

interface Group {
  title: string;
  names: readonly string[];
}

/** Found at most. */
const MOST_FOUND = 120;
const COLUMNS = 9;

/** All emoji, to pick one. */
export default function EmojiPicker({onPick}: {onPick: (name: string) => void}) {
  const [query, setQuery] = useState('');
  const [hovered, setHovered] = useState<string>();
  const grid = useRef<HTMLDivElement>(null);
  const system = useSystemEmoji();
  const withCustom = useIsOn('EnableCustomEmoji');
  const {data: custom = []} = useCustomEmojiNames(withCustom);
  const groups = useMemo((): Group[] => {
    if (!system) return [];
    const term = query.trim().replaceAll(':', '').toLowerCase();
    if (term !== '') {
      const found = [
        ...custom.filter((name) => name.includes(term)),
        ...findSystemEmoji(term, MOST_FOUND).map(({names}) => names[0]!),
      ];
      return [{title: 'Found', names: found}];
    }
    const categories = Map.groupBy(system, ({category}) => category);
    return [
      {title: 'Recent', names: recentEmoji()},
      ...(custom.length > 0 ? [{title: 'Of this server', names: custom}] : []),
      ...[...categories].map(([title, list]) => ({title, names: list.map(({names}) => names[0]!)})),
    ];
  }, [system, custom, query]);

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: COLUMNS,
      ArrowUp: -COLUMNS,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  }

  return (
    <>
      <input
        className={styles.search}
        type="search"
        // biome-ignore lint/a11y/noAutofocus: one opens it to type.
        autoFocus
        aria-label="Find an emoji"
        placeholder="Find an emoji"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const first = groups[0]?.names[0];
          if (event.key === 'Enter' && query !== '' && first) onPick(first);
          if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys walk over the buttons in it. */}
      <div className={styles.groups} ref={grid} onKeyDown={onKeyDown}>
        {!system && <LoadingState />}
        {groups.map(({title, names}) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{names.length === 0 ? 'Nothing of that name' : title}</h3>
            <div className={styles.grid}>
              {names.map((name) => (
                <button
                  key={name}
                  type="button"
                  className={styles.emoji}
                  aria-label={`:${name}:`}
                  onClick={() => onPick(name)}
                  onPointerEnter={() => setHovered(name)}
                  onFocus={() => setHovered(name)}
                >
                  <Emoji name={name} fallback="" />
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        {hovered ? (
          <>
            <span className={styles.preview}>
              <Emoji name={hovered} fallback="" />
            </span>
            :{hovered}:
          </>
        ) : (
          'Pick an emoji'
        )}
      </div>
    </>
  );
}
