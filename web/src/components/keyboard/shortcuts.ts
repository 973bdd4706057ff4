import type {MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';

/** A key with its modifiers. Ctrl also stands for the command key of a Mac. */
export interface Keys {
  /** As in `KeyboardEvent.key`; letters in lower case. */
  key: string;
  ctrl?: boolean;
  alt?: boolean;
  /** `any` for a character that needs Shift on some keyboards only. */
  shift?: boolean | 'any';
}

export interface Shortcut {
  label: MessageDescriptor;
  /** Any of these keys works. */
  keys: readonly Keys[];
}

interface ShortcutGroup {
  title: MessageDescriptor;
  shortcuts: Readonly<Record<string, Shortcut>>;
}

/** Every keyboard shortcut, in the order of the sheet. Code that handles a key looks it up here by name. */
export const SHORTCUTS = {
  navigation: {
    title: msg`Navigation`,
    shortcuts: {
      palette: {label: msg`Find channels, people, commands and pages`, keys: [{key: 'k', ctrl: true}]},
      search: {label: msg`Search messages`, keys: [{key: 'f', ctrl: true, shift: true}]},
      previousChannel: {label: msg`Previous channel`, keys: [{key: 'ArrowUp', alt: true}]},
      nextChannel: {label: msg`Next channel`, keys: [{key: 'ArrowDown', alt: true}]},
      previousUnread: {
        label: msg`Previous unread channel`,
        keys: [{key: 'ArrowUp', alt: true, shift: true}],
      },
      nextUnread: {label: msg`Next unread channel`, keys: [{key: 'ArrowDown', alt: true, shift: true}]},
      readAll: {label: msg`Mark all channels as read`, keys: [{key: 'Escape', shift: true}]},
      closePanel: {label: msg`Close the panel or dialog`, keys: [{key: 'Escape'}]},
      sheet: {label: msg`Show the keyboard shortcuts`, keys: [{key: '/', ctrl: true, shift: 'any'}]},
    },
  },
  composer: {
    title: msg`In the message box`,
    shortcuts: {
      send: {label: msg`Send the message`, keys: [{key: 'Enter'}, {key: 'Enter', ctrl: true}]},
      newLine: {label: msg`Start a new line`, keys: [{key: 'Enter', shift: true}]},
      bold: {label: msg`Bold`, keys: [{key: 'b', ctrl: true}]},
      italic: {label: msg`Italic`, keys: [{key: 'i', ctrl: true}]},
      strike: {label: msg`Strikethrough`, keys: [{key: 'x', ctrl: true, shift: true}]},
      code: {label: msg`Code`, keys: [{key: 'c', ctrl: true, alt: true}]},
      link: {label: msg`Link`, keys: [{key: 'k', ctrl: true, alt: true}]},
      attach: {label: msg`Attach files`, keys: [{key: 'u', ctrl: true}]},
      editLast: {label: msg`Edit your last message, if the box is empty`, keys: [{key: 'ArrowUp'}]},
      toMessages: {
        label: msg`Go to the latest message, if the box is empty`,
        keys: [{key: 'ArrowUp', shift: true}],
      },
    },
  },
  message: {
    title: msg`On a message`,
    shortcuts: {
      previousMessage: {label: msg`Previous message`, keys: [{key: 'ArrowUp'}]},
      nextMessage: {label: msg`Next message`, keys: [{key: 'ArrowDown'}]},
      firstMessage: {label: msg`First result in a list`, keys: [{key: 'Home'}]},
      lastMessage: {label: msg`Last result in a list`, keys: [{key: 'End'}]},
      reply: {label: msg`Reply in thread`, keys: [{key: 'r'}, {key: 'Enter'}]},
      react: {label: msg`Add reaction`, keys: [{key: '+', shift: 'any'}]},
      edit: {label: msg`Edit`, keys: [{key: 'e'}]},
      save: {label: msg`Save for later`, keys: [{key: 's'}]},
      pin: {label: msg`Pin to channel`, keys: [{key: 'p'}]},
      unread: {label: msg`Mark as unread`, keys: [{key: 'u'}]},
      forward: {label: msg`Forward message`, keys: [{key: 'f'}]},
      copyLink: {label: msg`Copy link`, keys: [{key: 'l'}]},
      copyText: {label: msg`Copy text`, keys: [{key: 'c'}]},
      delete: {label: msg`Delete`, keys: [{key: 'Delete'}]},
      more: {label: msg`More actions`, keys: [{key: 'm'}]},
      toComposer: {label: msg`Back to the message box`, keys: [{key: 'Escape'}]},
    },
  },
} as const satisfies Record<string, ShortcutGroup>;

type Groups = typeof SHORTCUTS;
/** The name of a shortcut. */
export type ShortcutName = {[Group in keyof Groups]: keyof Groups[Group]['shortcuts']}[keyof Groups];

const BY_NAME = new Map<string, Shortcut>(
  Object.values(SHORTCUTS).flatMap(({shortcuts}) => Object.entries<Shortcut>(shortcuts)),
);

function getKeys(name: ShortcutName): readonly Keys[] {
  return BY_NAME.get(name)!.keys;
}

interface KeyEvent {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether a key event is a shortcut. */
export function isShortcut(event: KeyEvent, name: ShortcutName): boolean {
  return getKeys(name).some(
    ({key, ctrl = false, alt = false, shift = false}) =>
      (event.key === key || event.key.toLowerCase() === key) &&
      (event.ctrlKey || event.metaKey) === ctrl &&
      event.altKey === alt &&
      (shift === 'any' || event.shiftKey === shift),
  );
}
