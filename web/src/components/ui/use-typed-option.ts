import {useRef} from 'react';
import {language} from '../../lib/language.ts';
import {isCharacter, type TypedKey} from './typed-ahead.ts';

/** In milliseconds. After this pause, the next key starts a new search. */
const PAUSE = 700;

/** If there are more options than a list can show, searching is easier than scrolling. */
const MANY = 15;

/** Whether a list of options has a search field. */
export function needsSearch(options: readonly unknown[]): boolean {
  return options.length > MANY;
}

/** The props of a `Chooser` whose options are all known: its height, and for a few options, no search field. */
export function knownOptions<T extends {text: string}>(options: readonly T[]) {
  return {most: options.length, textOf: needsSearch(options) ? undefined : ({text}: T) => text};
}

/**
 * Finds options by the first characters of their labels while a person types. The returned function gets a key and
 * the current index, and returns the index of the option found, if any.
 */
export function useTypedOption(options: readonly {label: string}[]) {
  const typed = useRef({text: '', at: 0});
  return (event: TypedKey, current: number): number | undefined => {
    const {key, timeStamp} = event;
    const before = timeStamp - typed.current.at < PAUSE ? typed.current.text : '';
    // The space bar chooses the current option, unless the person is typing.
    if (!isCharacter(event) || (key === ' ' && before === '')) return undefined;
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
