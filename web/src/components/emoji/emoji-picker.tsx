import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {type KeyboardEvent, useMemo, useRef, useState} from 'react';
import {useCustomEmojiNames} from '../../data/emoji/custom-emoji.ts';
import {findSystemEmoji, useSystemEmoji} from '../../data/emoji/emoji-names.ts';
import {recentEmoji} from '../../data/emoji/recent-emoji.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import {LoadingState} from '../ui/state.tsx';
import {Emoji} from './emoji.tsx';
import styles from './emoji-picker.module.css';

interface Group {
  title: string;
  names: readonly string[];
}

/** The maximum number of search results shown. */
const MAX_FOUND = 120;

/** Categories of the emoji list, in English. */
const CATEGORIES: Record<string, MessageDescriptor> = {
  'Smileys & Emotion': msg`Smileys & emotion`,
  'People & Body': msg`People & body`,
  'Animals & Nature': msg`Animals & nature`,
  'Food & Drink': msg`Food & drink`,
  'Travel & Places': msg`Travel & places`,
  Activities: msg`Activities`,
  Objects: msg`Objects`,
  Symbols: msg`Symbols`,
  Flags: msg`Flags`,
};

/** All emoji, with a search. */
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
        ...findSystemEmoji(term, MAX_FOUND).map(({names}) => names[0]!),
      ];
      return [{title: t`Search results`, names: found}];
    }
    const categories = Map.groupBy(system, ({category}) => category);
    return [
      {title: t`Recently used`, names: recentEmoji()},
      ...(custom.length > 0 ? [{title: t`Custom`, names: custom}] : []),
      ...[...categories].map(([category, list]) => ({
        title: CATEGORIES[category] ? i18n._(CATEGORIES[category]) : category,
        names: list.map(({names}) => names[0]!),
      })),
    ];
  }, [system, custom, query]);

  function onKeyDown(event: KeyboardEvent) {
    const row = (event.target as HTMLElement).parentElement!;
    const columns = getComputedStyle(row).gridTemplateColumns.split(' ').length;
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: columns,
      ArrowUp: -columns,
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
        dir="auto"
        // On touch screens, the keyboard would cover the emoji.
        // biome-ignore lint/a11y/noAutofocus: people with a keyboard open it to type.
        autoFocus={!isTouchOnly()}
        aria-label={t`Search emoji`}
        placeholder={t`Search emoji`}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const first = groups[0]?.names[0];
          if (event.key === 'Enter' && query !== '' && first) onPick(first);
          if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the buttons in it. */}
      <div className={styles.groups} ref={grid} onKeyDown={onKeyDown}>
        {!system && <LoadingState />}
        {groups.map(({title, names}) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{names.length === 0 ? t`No emoji found` : title}</h3>
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
          t`Pick an emoji`
        )}
      </div>
    </>
  );
}
