import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';

const KINDS: Readonly<Record<string, MessageDescriptor>> = {
  scheme: msg`Permission schemes`,
  role: msg`Roles`,
  emoji: msg`Emoji`,
  team: msg`Teams`,
  channel: msg`Channels`,
  user: msg`Users`,
  'team membership': msg`Team memberships`,
  'channel membership': msg`Channel memberships`,
  bot: msg`Bots`,
  post: msg`Messages`,
  'direct channel': msg`Direct channels`,
  'direct post': msg`Direct messages`,
  reply: msg`Replies`,
  reaction: msg`Reactions`,
  attachment: msg`Attachments`,
  'passwords and files': msg`Passwords and files`,
};

/** The label for a kind of object, by its name in the report or in the progress of the job. */
export function kindLabel(kind: string): string {
  const label = KINDS[kind];
  return label ? i18n._(label) : kind;
}
