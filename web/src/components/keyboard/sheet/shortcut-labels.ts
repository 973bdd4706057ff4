import type {MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';
import type {SHORTCUTS, ShortcutGroup} from '../shortcuts.ts';

type Labels = {
  [Group in ShortcutGroup]: {
    title: MessageDescriptor;
    labels: Record<keyof (typeof SHORTCUTS)[Group], MessageDescriptor>;
  };
};

/** What each shortcut does. Only the sheet needs these texts, so they aren't part of the first page. */
export const SHORTCUT_LABELS: Labels = {
  navigation: {
    title: msg`Navigation`,
    labels: {
      palette: msg`Find channels, people, commands and pages`,
      search: msg`Search messages`,
      threads: msg`Threads`,
      drafts: msg`Drafts`,
      mentions: msg`Recent mentions`,
      saved: msg`Saved messages`,
      channelInfo: msg`About this channel`,
      newDirect: msg`New direct message`,
      settings: msg`Settings`,
      sidebar: msg`Hide or show the sidebar`,
      nextSection: msg`Next section of the page`,
      previousSection: msg`Previous section of the page`,
      closePanel: msg`Close the panel or dialog`,
      sheet: msg`Show the keyboard shortcuts`,
    },
  },
  list: {
    title: msg`In search results and other lists`,
    labels: {
      firstMessage: msg`First message`,
      lastMessage: msg`Last message`,
      showMessage: msg`Show the message in its channel`,
    },
  },
  channels: {
    title: msg`Channels and teams`,
    labels: {
      previousChannel: msg`Previous channel`,
      nextChannel: msg`Next channel`,
      previousUnread: msg`Previous unread channel`,
      nextUnread: msg`Next unread channel`,
      previousTeam: msg`Previous team`,
      nextTeam: msg`Next team`,
      unreadsOnly: msg`Show only unread channels`,
      readAll: msg`Mark all channels as read`,
    },
  },
  composer: {
    title: msg`In the message box`,
    labels: {
      send: msg`Send the message`,
      newLine: msg`Start a new line`,
      bold: msg`Bold`,
      italic: msg`Italic`,
      strike: msg`Strikethrough`,
      code: msg`Code`,
      link: msg`Link`,
      number: msg`Numbered list`,
      bullet: msg`Bulleted list`,
      blockquote: msg`Quote`,
      attach: msg`Attach files`,
      indent: msg`Indent a list item, with Shift outdent it. After Escape, Tab leaves the box.`,
      editLast: msg`Edit your last message, if the box is empty`,
      toMessages: msg`Go to the latest message`,
    },
  },
  message: {
    title: msg`On a message`,
    labels: {
      previousMessage: msg`Previous message`,
      nextMessage: msg`Next message`,
      reply: msg`Reply in thread`,
      react: msg`Add reaction`,
      edit: msg`Edit`,
      save: msg`Save for later`,
      pin: msg`Pin to channel`,
      unread: msg`Mark as unread`,
      forward: msg`Forward message`,
      copyLink: msg`Copy link`,
      copyText: msg`Copy text`,
      quote: msg`Quote message`,
      delete: msg`Delete`,
      more: msg`More actions`,
      toComposer: msg`Back to the message box`,
    },
  },
};
