import {describe, expect, test} from 'vitest';
import {isShortcut, type Keys, SHORTCUTS, type ShortcutName} from './shortcuts.ts';

const NONE = {code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false};

describe('keyboard shortcuts', () => {
  test.each<[ShortcutName, object]>([
    ['palette', {key: 'k', ctrlKey: true}],
    ['palette', {key: 'K', metaKey: true}],
    ['sheet', {key: '/', ctrlKey: true}],
    // As on a German keyboard.
    ['sheet', {key: '/', ctrlKey: true, shiftKey: true}],
    ['nextUnread', {key: 'ArrowDown', altKey: true, shiftKey: true}],
    ['reply', {key: 'r'}],
    // Shift changes the character of a digit, on most keyboards.
    ['number', {key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true}],
  ])('%s is recognized', (name, event) => {
    expect(isShortcut({...NONE, key: '', ...event}, name)).toBe(true);
  });

  test.each<[ShortcutName, object]>([
    ['palette', {key: 'k'}],
    ['palette', {key: 'k', ctrlKey: true, altKey: true}],
    ['nextChannel', {key: 'ArrowDown', altKey: true, shiftKey: true}],
    ['reply', {key: 'r', ctrlKey: true}],
    ['reply', {key: 'R', shiftKey: true}],
  ])('%s is not mistaken for something else', (name, event) => {
    expect(isShortcut({...NONE, key: '', ...event}, name)).toBe(false);
  });

  test('in one place never share a key', () => {
    for (const shortcuts of Object.values(SHORTCUTS)) {
      const keys = Object.values<readonly Keys[]>(shortcuts).flatMap((some) =>
        some.map((one) => JSON.stringify(one)),
      );
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
