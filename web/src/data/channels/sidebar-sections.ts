import {t} from '@lingui/core/macro';
import type {ChannelCategory} from '@mattermost/types/channel_categories';
import type {ServerChannel} from '@mattermost/types/channels';
import {compareNames} from '../../lib/compare-names.ts';
import {otherUserId} from './addresses.ts';
import {categoryName} from './category-names.ts';
import {sortingOf} from './category-sorting.ts';
import type {Channels, Memberships} from './channels.ts';
import {getUnread, isMuted} from './unread.ts';

/** A section of the sidebar with the channels that it shows. */
export interface SidebarSection {
  /** Undefined for the section of unread channels, which isn't a category. */
  category: ChannelCategory | undefined;
  title: string;
  channels: ServerChannel[];
}

export interface SidebarFacts {
  categories: readonly ChannelCategory[];
  channels: Channels;
  memberships: Memberships;
  collapsedThreads: boolean;
  ownId: string;
  /** The open channel, which is always shown. */
  openChannelId: string | undefined;
  /** Whether unread channels are in their categories, in a section of their own above them, or the only ones shown. */
  unreads: 'inCategories' | 'first' | 'only';
  /** Channels that stay among the unread ones, even if they no longer are. */
  kept: ReadonlySet<string>;
  /** The maximum number of direct and group channels to show. */
  mostDirect: number;
  getName(channel: ServerChannel): string;
  /** Returns `true`, `false`, or an empty string if the person has not chosen. */
  directShown(channel: ServerChannel): string;
}

/** The sections that the sidebar of a team shows, in order. */
export function sidebarSections(facts: SidebarFacts): SidebarSection[] {
  const {channels, memberships, collapsedThreads, openChannelId, unreads, kept} = facts;
  const isUnread = (channel: ServerChannel) =>
    getUnread(channel, memberships[channel.id], collapsedThreads).isUnread;
  const sections = facts.categories.map((category) => {
    const all = category.channel_ids
      .map((id) => channels[id])
      .filter((channel) => channel !== undefined)
      .filter((channel) => memberships[channel.id] !== undefined)
      .filter((channel) => channel.delete_at === 0 || channel.id === openChannelId);
    const shown = category.type === 'direct_messages' ? shownDirect(all, facts, isUnread) : all;
    return {category, title: categoryName(category), channels: sorted(shown, category, facts)};
  });
  if (unreads === 'inCategories') return sections;
  const isOpen = ({id}: ServerChannel) => id === openChannelId;
  const unreadSection = (list: readonly ServerChannel[]) => ({
    category: undefined,
    title: t`Unread`,
    channels: byName(list, facts),
  });
  if (unreads === 'only') {
    const wanted = (channel: ServerChannel) => isUnread(channel) || isOpen(channel) || kept.has(channel.id);
    return [unreadSection(sections.flatMap((section) => section.channels.filter(wanted)))];
  }
  const isFirst = (channel: ServerChannel) => kept.has(channel.id) || (isUnread(channel) && !isOpen(channel));
  const unread = sections.flatMap((section) => section.channels.filter(isFirst));
  const rest = sections.map((section) => ({
    ...section,
    channels: section.channels.filter((channel) => !isFirst(channel)),
  }));
  if (unread.length === 0) return rest;
  return [unreadSection(unread), ...rest];
}

function shownDirect(
  all: readonly ServerChannel[],
  {openChannelId, ownId, mostDirect, directShown, kept}: SidebarFacts,
  isUnread: (channel: ServerChannel) => boolean,
): ServerChannel[] {
  const needed = all.filter(
    (channel) => isUnread(channel) || channel.id === openChannelId || kept.has(channel.id),
  );
  const wanted = all
    .filter((channel) => {
      const shown = directShown(channel);
      if (shown !== '') return shown === 'true';
      return channel.last_post_at > 0 && otherUserId(channel, ownId) !== ownId;
    })
    .sort((a, b) => b.last_post_at - a.last_post_at);
  return [...new Set([...needed, ...wanted.slice(0, mostDirect)])];
}

function sorted(list: readonly ServerChannel[], category: ChannelCategory, facts: SidebarFacts) {
  const sorting = sortingOf(category);
  if (sorting === 'recent') return list.toSorted((a, b) => b.last_post_at - a.last_post_at);
  return sorting === 'alpha' ? mutedLast(byName(list, facts), facts) : sortPostIds(list, category);
}

/** The channels that a person has muted come last, as in Mattermost. */
function mutedLast(list: readonly ServerChannel[], {memberships}: SidebarFacts): ServerChannel[] {
  const rank = ({id}: ServerChannel) => Number(isMuted(memberships[id]));
  return list.toSorted((a, b) => rank(a) - rank(b));
}

function sortPostIds(list: readonly ServerChannel[], {channel_ids}: ChannelCategory): ServerChannel[] {
  const places = new Map(channel_ids.map((id, place) => [id, place]));
  return list.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!);
}

function byName(list: readonly ServerChannel[], {getName}: SidebarFacts): ServerChannel[] {
  return list.toSorted((a, b) => compareNames(getName(a), getName(b)));
}
