import {type KeyboardEvent, useRef} from 'react';
import {language} from '../../lib/language.ts';

/** Milliseconds after which typing starts again. */
const PAUSE = 700;

/**
 * Finds options by the first characters of their labels while a person types. Returns the index of the option that a
 * key press finds after the current one, if any.
 */
export function useTypedOption(options: readonly {label: string}[]) {
  const typed = useRef({text: '', at: 0});
  return (event: KeyboardEvent, current: number): number | undefined => {
    const {key, timeStamp} = event;
    const isCharacter = [...key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const before = timeStamp - typed.current.at < PAUSE ? typed.current.text : '';
    // The space bar chooses, unless it is part of what is being typed.
    if (!isCharacter || (key === ' ' && before === '')) return undefined;
    const text = before + key;
    typed.current = {text, at: timeStamp};
    // If several options start with the same character, pressing it again finds the next one.
    const from = text.length === 1 ? current + 1 : Math.max(0, current);
    const {compare} = new Intl.Collator(language(), {usage: 'search', sensitivity: 'base'});
    for (let step = 0; step < options.length; step++) {
      const index = (from + step) % options.length;
      if (compare(options[index]!.label.slice(0, text.length), text) === 0) return index;
    }
    return undefined;
  };
}
