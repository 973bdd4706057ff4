import {t} from '@lingui/core/macro';
import type {Keys} from '../shortcuts.ts';
import styles from './key-caps.module.css';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The keys of a shortcut, labeled as on the keyboard. */
export function KeyCaps({keys: {key, ctrl, alt, shift}}: {keys: Keys}) {
  const caps = [
    ...(ctrl ? [isMac ? '⌘' : t({message: 'Ctrl', comment: 'A key on the keyboard'})] : []),
    ...(alt ? [isMac ? '⌥' : t({message: 'Alt', comment: 'A key on the keyboard'})] : []),
    ...(shift === true ? [isMac ? '⇧' : t({message: 'Shift', comment: 'A key on the keyboard'})] : []),
    capLabel(key),
  ];
  return (
    <span className={styles.keys} dir="ltr">
      {caps.map((cap) => (
        <kbd key={cap} className={styles.key}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}

function capLabel(key: string): string {
  switch (key) {
    case 'ArrowUp':
      return '↑';
    case 'ArrowDown':
      return '↓';
    case 'Enter':
      return t({message: 'Enter', comment: 'A key on the keyboard'});
    case 'Escape':
      return t({message: 'Esc', comment: 'A key on the keyboard'});
    case 'Home':
      return t({message: 'Home', context: 'A key on the keyboard'});
    case 'End':
      return t({message: 'End', context: 'A key on the keyboard'});
    case 'Tab':
      return t({message: 'Tab', context: 'A key on the keyboard'});
    case 'Delete':
      return t({message: 'Del', comment: 'A key on the keyboard'});
    default:
      return key.toUpperCase();
  }
}
