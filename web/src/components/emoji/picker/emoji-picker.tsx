import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState} from 'react';
import {Toolbar} from 'react-aria-components/Toolbar';
import {Link} from 'react-router';
import {useCustomEmojiNames} from '../../../data/emoji/custom-emoji.ts';
import {readEmojiKeywords} from '../../../data/emoji/emoji-keywords.ts';
import {mainEmojiName, useSystemEmoji} from '../../../data/emoji/emoji-names.ts';
import {frequentEmoji} from '../../../data/emoji/emoji-use.ts';
import {findEmoji} from '../../../data/emoji/find-emoji.ts';
import {inSkinTone, useSkinTone} from '../../../data/emoji/skin-tone.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {useCurrentTeamIfAny} from '../../../data/teams/teams.ts';
import {isTouchOnly} from '../../../lib/touch.ts';
import {Icon} from '../../ui/icon.tsx';
import {LoadingState} from '../../ui/state.tsx';
import {isCharacter, takeTyped} from '../../ui/typed-ahead.ts';
import {Emoji} from '../emoji.tsx';
import styles from '../emoji-picker.module.css';
import {SkinTones} from './skin-tones.tsx';

interface Group {
  title: string;
  names: readonly string[];
}

/** The maximum number of search results shown. */
const MAX_FOUND = 120;
/** How many emoji are drawn at first: ten rows, more than fit into the window. */
const FIRST_EMOJI = 90;

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
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const system = useSystemEmoji();
  useEffect(() => void readEmojiKeywords(), []);
  const withCustom = useIsOn('EnableCustomEmoji');
  const {data: custom = []} = useCustomEmojiNames(withCustom);
  const team = useCurrentTeamIfAny();
  const mayCreate = useHasPermission('create_emojis');
  const tone = useSkinTone();
  const groups = useMemo((): Group[] => {
    if (!system) return [];
    const term = query.trim().replaceAll(':', '');
    const toned = (name: string) => inSkinTone(mainEmojiName(name), tone);
    if (term !== '') {
      const found = [...new Set(findEmoji(term, custom, MAX_FOUND).map(toned))];
      return [{title: t`Search results`, names: found}];
    }
    const categories = Map.groupBy(system, ({category}) => category);
    return [
      {title: t`Frequently used`, names: frequentEmoji()},
      ...(custom.length > 0 ? [{title: t`Custom`, names: custom}] : []),
      ...[...categories].map(([category, list]) => ({
        title: CATEGORIES[category] ? i18n._(CATEGORIES[category]) : category,
        names: list.map(({names}) => toned(names[0]!)),
      })),
    ];
  }, [system, custom, query, tone]);

  // The first frame has the emoji that fit into the window. The others are many elements, and follow in the next one.
  const drawn = useDeferredValue(groups, firstOf(groups));

  // What Enter picks in the search field.
  const first = query === '' ? undefined : groups[0]?.names[0];
  const previewed = hovered ?? first;

  // Typing goes to the search field, also if it doesn't have the focus.
  useEffect(() => {
    const focusField = (event: globalThis.KeyboardEvent) => {
      if (isCharacter(event) && event.key !== ' ') search.current!.focus();
    };
    window.addEventListener('keydown', focusField);
    const typed = isTouchOnly() ? takeTyped().trim() : '';
    if (typed !== '') {
      setQuery(typed);
      search.current!.focus();
    }
    return () => window.removeEventListener('keydown', focusField);
  }, []);

  const [current, setCurrent] = useState(0);
  function followScroll() {
    const {scrollTop, offsetTop} = grid.current!;
    const tops = [...grid.current!.querySelectorAll('section')].map((one) => one.offsetTop - offsetTop);
    setCurrent(
      Math.max(
        0,
        tops.findLastIndex((top) => top <= scrollTop + 1),
      ),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = {ArrowRight: forward, ArrowLeft: -forward};
    const rows: Record<string, 1 | -1> = {ArrowDown: 1, ArrowUp: -1};
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const row = rows[event.key];
    const step = steps[event.key];
    const next = row ? inNextRow(buttons, at, row) : step ? buttons[at + step] : undefined;
    if (!row && !step) return;
    event.preventDefault();
    if (next) next.focus();
    else if (row === -1) search.current?.focus();
  }

  return (
    <>
      <div className={styles.top}>
        <input
          ref={search}
          className={styles.search}
          type="search"
          dir="auto"
          // On touch screens, the keyboard would cover the emoji.
          // biome-ignore lint/a11y/noAutofocus: people with a keyboard open it to type.
          autoFocus={!isTouchOnly()}
          aria-label={t`Search emoji`}
          placeholder={t`Search emoji`}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setHovered(undefined);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' && first) {
              // Otherwise, the message box gets it too.
              event.preventDefault();
              onPick(first);
            }
            if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
          }}
        />
        <SkinTones />
      </div>
      {groups.length > 1 && (
        <Toolbar className={styles.categories!} aria-label={t`Categories`}>
          {groups.map(({title, names}, index) => (
            <button
              key={title}
              type="button"
              className={styles.category}
              aria-label={title}
              title={title}
              aria-current={index === current || undefined}
              onClick={() =>
                grid.current!.querySelectorAll('section')[index]?.scrollIntoView({block: 'start'})
              }
            >
              {index === 0 ? <Icon name="clock" size={18} /> : <Emoji name={names[0]!} fallback="" />}
            </button>
          ))}
        </Toolbar>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the buttons in it. */}
      <div className={styles.groups} ref={grid} onKeyDown={onKeyDown} onScroll={followScroll}>
        {!system && <LoadingState />}
        {drawn.map(({title, names}) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{names.length === 0 ? t`No emoji found` : title}</h3>
            <div className={styles.grid}>
              {names.map((name, index) => (
                <button
                  key={name}
                  type="button"
                  className={styles.emoji}
                  // The Tab key goes from group to group, and the arrow keys from emoji to emoji.
                  tabIndex={index === 0 ? 0 : -1}
                  aria-label={`:${name}:`}
                  data-first={(name === first && !hovered) || undefined}
                  onClick={() => onPick(name)}
                  // Not when the emoji moves below the pointer, such as during a search.
                  onPointerMove={() => setHovered(name)}
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
        {previewed ? (
          <>
            <span className={styles.preview}>
              <Emoji name={previewed} fallback="" />
            </span>
            <span>:{previewed}:</span>
          </>
        ) : (
          t`Pick an emoji`
        )}
        {withCustom && mayCreate && team && (
          // In a new tab, because the person may be editing a message here.
          <Link className={styles.add!} to={`/_integrations/${team.name}/emoji`} target="_blank">
            <Trans>Add emoji</Trans>
          </Link>
        )}
      </div>
    </>
  );
}

/** The groups, with the first emoji only. */
function firstOf(groups: readonly Group[]): Group[] {
  let left = FIRST_EMOJI;
  return groups.flatMap(({title, names}) => {
    if (left <= 0) return [];
    const shown = names.slice(0, left);
    left -= shown.length;
    return [{title, names: shown}];
  });
}

/** The emoji in the next or previous row that is closest to the one at `at`. The last row of a group may be short. */
function inNextRow(buttons: readonly HTMLElement[], at: number, step: 1 | -1): HTMLElement | undefined {
  const from = buttons[at];
  if (!from) return undefined;
  const {top, left} = from.getBoundingClientRect();
  const after = step === 1 ? buttons.slice(at) : buttons.slice(0, at).toReversed();
  const places = after.map((button) => ({button, place: button.getBoundingClientRect()}));
  const nextTop = places.find(({place}) => Math.abs(place.top - top) >= 1)?.place.top;
  const distance = ({place}: (typeof places)[number]) => Math.abs(place.left - left);
  return places.filter(({place}) => place.top === nextTop).sort((a, b) => distance(a) - distance(b))[0]
    ?.button;
}
