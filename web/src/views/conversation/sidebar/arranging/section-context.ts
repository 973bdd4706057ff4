import {atom} from 'nanostores';
import {createContext} from 'react';
import type {SidebarSection} from '../../../../data/channels/sidebar-sections.ts';

/** The section of the sidebar that a heading, a row or a menu is in. */
export interface SectionPlace extends Pick<SidebarSection, 'category'> {
  /** The channels that the section shows, in order. */
  channelIds: readonly string[];
  /** The categories that the sidebar shows, in order. */
  categoryIds: readonly string[];
}

/** What is being dragged. While it is a channel, empty sections are shown as drop targets. */
export const $dragged = atom<'channel' | 'category' | undefined>();

export const SectionContext = createContext<SectionPlace>({
  category: undefined,
  channelIds: [],
  categoryIds: [],
});
