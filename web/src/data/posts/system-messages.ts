import {plural, t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import {language} from '../../lib/language.ts';

interface SystemPost {
  id: string;
  /** Includes types that `Post` doesn't declare. */
  type: string;
  message: string;
  props: Post['props'];
}

/** The Markdown of a post. For the server's messages about a channel, it is in the language of the page. */
export function displayedMessage(post: SystemPost): string {
  return systemMessage(post) ?? post.message;
}

/** The text of a system message in the language of the page; undefined if its type or its properties are unknown. */
function systemMessage({type, props}: SystemPost): string | undefined {
  const user = mention(props?.username);
  switch (type) {
    case 'system_join_channel':
      return user && t`${user} joined the channel.`;
    case 'system_guest_join_channel':
      return user && t`${user} joined the channel as a guest.`;
    case 'system_leave_channel':
      return user && t`${user} left the channel.`;
    case 'system_join_team':
      return user && t`${user} joined the team.`;
    case 'system_leave_team':
      return user && t`${user} left the team.`;
    case 'system_add_to_channel':
    case 'system_add_guest_to_chan':
    case 'system_add_to_team':
    case 'system_remove_from_channel':
    case 'system_remove_from_team':
      return memberChange(type, props);
    case 'system_displayname_change':
    case 'system_header_change':
    case 'system_purpose_change':
      return user && textChange(type, user, props);
    case 'system_channel_deleted':
      return user && t`${user} archived the channel.`;
    case 'system_channel_restored':
      return user && t`${user} unarchived the channel.`;
    case 'system_change_chan_privacy':
      return user && privacyChange(user, props?.new_type);
    case 'system_gm_to_channel':
      return user && groupConversion(user, props?.memberUsernames);
    case 'system_wrangler':
      if (props?.moved === 'here') return user && t`${user} moved this thread from another channel.`;
      return props?.moved === 'away' ? user && t`${user} moved a thread to another channel.` : undefined;
    default:
      return undefined;
  }
}

/** The text for the conversion of a group message to a private channel. */
function groupConversion(user: string, members: unknown): string | undefined {
  if (!Array.isArray(members)) return undefined;
  const people = new Intl.ListFormat(language()).format(members.flatMap((name) => mention(name) ?? []));
  return t`${user} created this channel from a group message with ${people}.`;
}

/** The text for a person who was added or removed by someone else. */
function memberChange(type: string, props: Post['props']): string | undefined {
  const actor = mention(props?.username);
  const added = mention(props?.addedUsername);
  // A notice from another server may name the removed person only by `username`.
  const removed = mention(props?.removedUsername) ?? actor;
  switch (type) {
    case 'system_add_to_channel':
      return added && actor && t`${actor} added ${added} to the channel.`;
    case 'system_add_guest_to_chan':
      return added && actor && t`${actor} added ${added} to the channel as a guest.`;
    case 'system_add_to_team':
      return added && actor && t`${actor} added ${added} to the team.`;
    case 'system_remove_from_channel':
      return removed && t`${removed} was removed from the channel.`;
    default:
      return removed && t`${removed} was removed from the team.`;
  }
}

/** The text for a change of the channel's name, header or purpose. */
function textChange(type: string, user: string, props: Post['props']): string | undefined {
  const [before, after] = {
    system_displayname_change: [props?.old_displayname, props?.new_displayname],
    system_header_change: [props?.old_header, props?.new_header],
    system_purpose_change: [props?.old_purpose, props?.new_purpose],
  }[type]!;
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  switch (type) {
    case 'system_displayname_change':
      return t`${user} renamed the channel from “${before}” to “${after}”.`;
    case 'system_header_change':
      if (before === '') return t`${user} set the channel header to “${after}”.`;
      if (after === '') return t`${user} removed the channel header. It was “${before}”.`;
      return t`${user} changed the channel header from “${before}” to “${after}”.`;
    default:
      if (before === '') return t`${user} set the channel purpose to “${after}”.`;
      if (after === '') return t`${user} removed the channel purpose. It was “${before}”.`;
      return t`${user} changed the channel purpose from “${before}” to “${after}”.`;
  }
}

function privacyChange(user: string, type: unknown): string | undefined {
  if (type === 'P') return t`${user} made the channel private.`;
  return type === 'O' ? t`${user} made the channel public.` : undefined;
}

/** Markdown that shows a person's name, which opens their card. */
function mention(username: unknown): string | undefined {
  return typeof username === 'string' && username !== '' ? `@${username}` : undefined;
}

/** How many people joined and left, according to these posts: `5 people joined, 2 left`. */
export function joinLeaveSummary(posts: readonly SystemPost[]): string {
  const joined = new Set<unknown>();
  const left = new Set<unknown>();
  for (const {id, type, props} of posts) {
    const isLeave = /^system_(?:leave|remove_from)_/.test(type);
    const person = (isLeave ? props?.removedUsername : props?.addedUsername) ?? props?.username ?? id;
    (isLeave ? left : joined).add(person);
  }
  const joinedCount = joined.size;
  const leftCount = left.size;
  if (joinedCount === 0) return plural(leftCount, {one: '# person left', other: '# people left'});
  if (leftCount === 0) return plural(joinedCount, {one: '# person joined', other: '# people joined'});
  return t`${plural(joinedCount, {one: '# person joined', other: '# people joined'})}, ${plural(leftCount, {one: '# left', other: '# left'})}`;
}
