/** A key with its modifiers. Ctrl also stands for the command key of a Mac. */
export interface Keys {
  /** As in `KeyboardEvent.key`; letters in lower case. A digit is the key in the row of digits, also with Shift. */
  key: string;
  ctrl?: boolean;
  alt?: boolean;
  /** `any` for a character that needs Shift on some keyboards only. */
  shift?: boolean | 'any';
}

/**
 * The keys of every shortcut, by the place where they work and in the order of the sheet. Any of a shortcut's keys
 * works. Code that handles a key looks it up here by name; `sheet/shortcut-labels.ts` describes them.
 */
export const SHORTCUTS = {
  navigation: {
    palette: [{key: 'k', ctrl: true}],
    search: [{key: 'f', ctrl: true, shift: true}],
    // Browsers keep Ctrl+Shift+T, N, W and P for themselves.
    threads: [{key: 'h', ctrl: true, shift: true}],
    drafts: [{key: 'e', ctrl: true, shift: true}],
    mentions: [{key: 'm', ctrl: true, shift: true}],
    saved: [{key: 's', ctrl: true, shift: true}],
    channelInfo: [{key: 'i', ctrl: true, alt: true}],
    newDirect: [{key: 'k', ctrl: true, shift: true}],
    settings: [{key: 'a', ctrl: true, shift: true}],
    sidebar: [{key: 'd', ctrl: true, shift: true}],
    nextSection: [{key: 'F6'}],
    previousSection: [{key: 'F6', shift: true}],
    closePanel: [{key: 'Escape'}],
    sheet: [{key: '/', ctrl: true, shift: 'any'}],
  },
  list: {
    firstMessage: [{key: 'Home'}],
    lastMessage: [{key: 'End'}],
    showMessage: [{key: 'Enter'}],
  },
  channels: {
    previousChannel: [{key: 'ArrowUp', alt: true}],
    nextChannel: [{key: 'ArrowDown', alt: true}],
    previousUnread: [{key: 'ArrowUp', alt: true, shift: true}],
    nextUnread: [{key: 'ArrowDown', alt: true, shift: true}],
    previousTeam: [{key: 'ArrowUp', ctrl: true, alt: true}],
    nextTeam: [{key: 'ArrowDown', ctrl: true, alt: true}],
    unreadsOnly: [{key: 'u', ctrl: true, shift: true}],
    readAll: [{key: 'Escape', shift: true}],
  },
  composer: {
    send: [{key: 'Enter'}, {key: 'Enter', ctrl: true}],
    newLine: [{key: 'Enter', shift: true}],
    bold: [{key: 'b', ctrl: true}],
    italic: [{key: 'i', ctrl: true}],
    strike: [{key: 'x', ctrl: true, shift: true}],
    code: [{key: 'c', ctrl: true, alt: true}],
    link: [{key: 'k', ctrl: true, alt: true}],
    number: [{key: '7', ctrl: true, shift: true}],
    bullet: [{key: '8', ctrl: true, shift: true}],
    blockquote: [{key: '9', ctrl: true, shift: true}],
    attach: [{key: 'u', ctrl: true}],
    /** Only for a list item that can move. With Shift, it moves out. */
    indent: [{key: 'Tab', shift: 'any'}],
    editLast: [{key: 'ArrowUp'}],
    /** The arrow key only in an empty box, where there is no text to select. */
    toMessages: [
      {key: 'Tab', shift: true},
      {key: 'ArrowUp', shift: true},
    ],
  },
  message: {
    previousMessage: [{key: 'ArrowUp'}],
    nextMessage: [{key: 'ArrowDown'}],
    reply: [{key: 'r'}, {key: 'Enter'}],
    react: [{key: '+', shift: 'any'}],
    edit: [{key: 'e'}],
    save: [{key: 's'}],
    pin: [{key: 'p'}],
    unread: [{key: 'u'}],
    forward: [{key: 'f'}],
    copyLink: [{key: 'l'}],
    copyText: [{key: 'c'}],
    quote: [{key: 'q'}],
    delete: [{key: 'Delete'}],
    more: [{key: 'm'}],
    toComposer: [{key: 'Escape'}],
  },
} as const satisfies Record<string, Record<string, readonly Keys[]>>;

export type ShortcutGroup = keyof typeof SHORTCUTS;
/** The name of a shortcut. */
export type ShortcutName = {[Group in ShortcutGroup]: keyof (typeof SHORTCUTS)[Group]}[ShortcutGroup];

const BY_NAME = new Map<string, readonly Keys[]>(Object.values(SHORTCUTS).flatMap(Object.entries));

interface KeyEvent {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether a key event is a shortcut. */
export function isShortcut(event: KeyEvent, name: ShortcutName): boolean {
  return BY_NAME.get(name)!.some(
    ({key, ctrl = false, alt = false, shift = false}) =>
      (event.key === key || event.key.toLowerCase() === key || event.code === `Digit${key}`) &&
      (event.ctrlKey || event.metaKey) === ctrl &&
      event.altKey === alt &&
      (shift === 'any' || event.shiftKey === shift),
  );
}
