import {t} from '@lingui/core/macro';
import {type ChangeEvent, type KeyboardEvent, useState} from 'react';
import {ChosenItem} from '../../components/ui/chosen-list.tsx';
import {Field} from '../../components/ui/field.tsx';
import {count} from '../../lib/numbers.ts';
import styles from './keywords-field.module.css';

/** The maximum length of a keyword. The server ignores longer ones. */
const MAX_LENGTH = 64;

/** Commas, also as keyboards for Arabic, Chinese and Japanese type them. */
const SEPARATORS = /[,،，、\n]/;

interface KeywordsFieldProps {
  /** The keywords, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** A field for keywords: each one that was entered is shown with a button to remove it. */
export function KeywordsField({value, onChange}: KeywordsFieldProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const keys = wordsIn(value.split(','));

  /** Adds the keywords in a text. Those that are too long stay in the field. */
  function add(entered: string, rest = '') {
    const words = wordsIn(entered.split(SEPARATORS));
    const next = [...keys];
    for (const word of words.filter(isShort)) {
      if (!next.some((one) => one.toLowerCase() === word.toLowerCase())) next.push(word);
    }
    if (next.length > keys.length) onChange(next.join(','));
    const long = words.filter((word) => !isShort(word));
    setText(long.length > 0 ? [...long, rest].filter(Boolean).join(', ') : rest);
    if (long.length === 0) return setError(undefined);
    const most = count(MAX_LENGTH);
    setError(t`A keyword can have at most ${most} characters.`);
  }

  function onType({target, nativeEvent}: ChangeEvent<HTMLInputElement>) {
    const {inputType, isComposing} = nativeEvent as InputEvent;
    const typed = target.value;
    const end = typed.search(SEPARATORS);
    if (end === -1 || isComposing) {
      setText(typed);
      setError(undefined);
    } else if (inputType === 'insertFromPaste') {
      add(typed);
    } else {
      // The text after a comma is a keyword that isn't complete.
      const start = typed.length - (typed.split(SEPARATORS).at(-1) ?? '').length;
      add(typed.slice(0, start), typed.slice(start).trimStart());
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && keys.length > 0) {
      onChange(keys.slice(0, -1).join(','));
    }
  }

  const label = t`Keywords`;
  return (
    <Field
      label={label}
      hint={t`Press Enter after each keyword. Messages that contain one notify you like a mention.`}
      error={error}
    >
      {({className, ...control}) => (
        <div className={`${className} ${styles.box}`}>
          {keys.length > 0 && (
            <ul className={styles.list} aria-label={t`Selected in ${label}`}>
              {keys.map((word) => (
                <ChosenItem
                  key={word}
                  name={word}
                  onRemove={() => onChange(keys.filter((one) => one !== word).join(','))}
                />
              ))}
            </ul>
          )}
          <input
            {...control}
            type="text"
            className={styles.input}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            placeholder={keys.length === 0 ? t`release, outage` : undefined}
            value={text}
            onChange={onType}
            onKeyDown={onKeyDown}
            onBlur={() => add(text)}
          />
        </div>
      )}
    </Field>
  );
}

function wordsIn(parts: readonly string[]): string[] {
  return [...new Set(parts.map((part) => part.trim()))].filter(Boolean);
}

function isShort(word: string): boolean {
  return word.length <= MAX_LENGTH;
}
