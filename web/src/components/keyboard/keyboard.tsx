import {useStore} from '@nanostores/react';
import {useEffect} from 'react';
import {goTo} from '../../lib/go-to.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {followTyping} from './message-box.ts';
import {openPalette} from './palette-state.ts';
import {$sheetOpen, openSheet} from './sheet-state.ts';
import {isShortcut} from './shortcuts.ts';
import {useShortcut} from './use-shortcut.ts';

const ShortcutsSheet = lazyComponent(() =>
  withCatalog('conversation', import('./sheet/shortcuts-sheet.tsx')),
);

/** The shortcuts that work on every page, and the sheet that lists all shortcuts. */
export function Keyboard() {
  useShortcut('palette', openPalette);
  useShortcut('sheet', openSheet);
  useShortcut('settings', () => goTo('/_settings'));
  useEffect(followTyping, []);
  // Buttons stop the keys that press them.
  useEffect(() => window.addEventListener('keydown', loadFirstKey, {once: true, capture: true}), []);
  return useStore($sheetOpen) ? <ShortcutsSheet /> : null;
}

function loadFirstKey(event: KeyboardEvent): void {
  const pressedAt = location.href;
  // Before the browser goes to its own address field.
  if (isShortcut(event, 'nextSection') || isShortcut(event, 'previousSection')) event.preventDefault();
  import('./first-key.ts').then(
    ({onFirstKey}) => onFirstKey(event, pressedAt),
    () => undefined,
  );
}
