import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {type MouseEvent, memo, useEffect, useMemo, useRef, useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {ChannelIcon} from '../../../components/channels/channel-icon.tsx';
import {$unreadsOnly, toggleUnreadsOnly} from '../../../components/frame/sidebar-state.ts';
import {openPalette} from '../../../components/keyboard/palette-state.ts';
import {useShortcut} from '../../../components/keyboard/use-shortcut.ts';
import {StatusEmoji} from '../../../components/people/status-emoji.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Menu, type MenuHandle} from '../../../components/ui/menu.tsx';
import {LoadingState} from '../../../components/ui/state.tsx';
import {MentionBadge, Tag} from '../../../components/ui/tag.tsx';
import {useLongPress} from '../../../components/ui/use-long-press.ts';
import {otherUserId} from '../../../data/channels/addresses.ts';
import {setCollapsed, useCategories} from '../../../data/channels/categories.ts';
import {channelName, channelPath, useChannelName} from '../../../data/channels/channel-names.ts';
import {
  useChannels,
  useChannelsQuery,
  useCollapsedThreads,
  useMembership,
  useMemberships,
} from '../../../data/channels/channels.ts';
import {shownPreference} from '../../../data/channels/direct.ts';
import {$openChannel, useIsOpenChannel} from '../../../data/channels/read-state.ts';
import {type SidebarSection, sidebarSections} from '../../../data/channels/sidebar-sections.ts';
import {getUnread, isMuted} from '../../../data/channels/unread.ts';
import {hasDraft, useDraft} from '../../../data/drafts/drafts.ts';
import {usePerson} from '../../../data/people/people.ts';
import {usePending} from '../../../data/posts/pending-posts.ts';
import {preference, usePreference, usePreferencesQuery} from '../../../data/preferences/preferences.ts';
import {useMe} from '../../../data/session/session.ts';
import {useClientConfig} from '../../../data/system/client-config.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {goTo, isPlainClick} from '../../../lib/go-to.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {useSameList} from '../../../lib/use-same-list.ts';
import {FirstSteps} from '../first-steps.tsx';
import {prepareIfStaying} from '../prepared-channels.ts';
import type {TeamDialog} from '../team-dialogs.tsx';
import {$dragged, SectionContext} from './arranging/section-context.ts';
import {CategoryMenu} from './category-menu.tsx';
import {ChannelRowMenu} from './channel-row-menu.tsx';
import {DraftsLink} from './drafts-link.tsx';
import {Draggable, useDragging} from './draggable.tsx';
import {PanelLinks} from './panel-links.tsx';
import styles from './sidebar.module.css';
import {TeamMenu} from './team-menu.tsx';
import {ThreadsLink} from './threads-link.tsx';

const FilterNote = lazyComponent(() => withCatalog('conversation', import('./arranging/filter-note.tsx')));
const AddItems = lazyComponent(() => withCatalog('conversation', import('./arranging/add-items.tsx')));

const UnseenRows = lazyComponent(() => withCatalog('conversation', import('./arranging/unseen-rows.tsx')));

/** The maximum number of channels that a small window shows without scrolling. */
const MAX_SHORT = 10;

const NONE: ReadonlySet<string> = new Set();

// Created once, because the sidebar renders with each change of a channel.
const head = <SidebarHead />;
const links = (
  <div>
    <ThreadsLink />
    <PanelLinks />
    <DraftsLink />
  </div>
);
const firstSteps = <FirstSteps place="sidebar" />;

/** The channels of a team, by category. */
export function ChannelSidebar() {
  const {isPending} = useChannelsQuery();
  const [isPointed, setPointed] = useState(false);
  const sections = useSections(isPointed);
  const shown = sections.filter(isShown);
  const isDraggingChannel = useStore($dragged) === 'channel';
  const unreadsOnly = useStore($unreadsOnly);
  const scroll = useDragging();
  useChannelKeys(sections);
  const isLong = shown.flatMap(({channels}) => channels).length > MAX_SHORT;
  const categoryIds = shown.flatMap(({category}) => category?.id ?? []);
  const show = (section: SidebarSection) => (
    <Section key={sectionKey(section)} {...section} categoryIds={categoryIds} />
  );
  return (
    <>
      {head}
      {isDraggingChannel && (
        // Where the favorites will be. It covers the field above, which has no use now, so that nothing moves.
        <div className={styles.places}>{sections.filter((one) => !isShown(one)).map(show)}</div>
      )}
      <div className={styles.list}>
        <div
          className={styles.scroll}
          ref={scroll}
          onPointerEnter={() => setPointed(true)}
          onPointerLeave={() => setPointed(false)}
        >
          {links}
          {isPending ? <LoadingState /> : shown.map(show)}
          {unreadsOnly && !isPending && <FilterNote sections={sections} />}
        </div>
        {isLong && <UnseenRows list={scroll} />}
      </div>
      {firstSteps}
    </>
  );
}

/** The menu of the team, and the buttons to find and to add channels. */
function SidebarHead() {
  return (
    <>
      <TeamMenu />
      <div className={styles.find}>
        <AriaButton className={styles.findButton} onPress={openPalette}>
          <Icon name="search" size={16} />
          <span>
            <Trans>Find channels</Trans>
          </span>
          <kbd className={styles.key}>
            <Trans comment="Keyboard shortcut">Ctrl K</Trans>
          </kbd>
        </AriaButton>
        <UnreadFilter />
        <AddMenu />
      </div>
    </>
  );
}

function UnreadFilter() {
  const isOn = useStore($unreadsOnly);
  useShortcut('unreadsOnly', toggleUnreadsOnly);
  return (
    <IconButton
      icon="filter"
      label={t`Show only unread channels`}
      size="small"
      pressed={isOn}
      onPress={toggleUnreadsOnly}
    />
  );
}

/** The favorites section is hidden while it is empty. */
const isShown = ({category, channels}: SidebarSection) =>
  category?.type !== 'favorites' || channels.length > 0;

const sectionKey = ({category}: SidebarSection) => category?.id ?? 'unread';

/** The sections with their channels. While the pointer is over them, none leaves the unread ones: rows would move. */
function useSections(isPointed: boolean): SidebarSection[] {
  const me = useMe();
  const team = useCurrentTeam();
  const categories = useCategories(team.id);
  const channels = useChannels();
  const memberships = useMemberships();
  const collapsedThreads = useCollapsedThreads();
  const openChannelId = useStore($openChannel);
  const unreadsFirst = usePreference('sidebar_settings', 'show_unread_section', 'false') === 'true';
  const unreadsOnly = useStore($unreadsOnly);
  const mostDirect = Number(usePreference('sidebar_settings', 'limit_visible_dms_gms', '20')) || 20;
  // The order and the visible channels depend on preferences.
  usePreferencesQuery();
  useClientConfig();
  const before = useRef(NONE);
  const sections = sidebarSections({
    categories,
    channels,
    memberships,
    collapsedThreads,
    ownId: me.id,
    openChannelId,
    unreads: unreadsOnly ? 'only' : unreadsFirst ? 'first' : 'inCategories',
    kept: isPointed ? before.current : NONE,
    mostDirect,
    getName: (channel) => channelName(channel, me),
    directShown: (channel) => {
      const {category, name} = shownPreference(channel, otherUserId(channel, me.id));
      return preference(category, name, '');
    },
  });
  useEffect(() => {
    const unread = sections.find(({category}) => !category);
    before.current = unread ? new Set(unread.channels.map(({id}) => id)) : NONE;
  });
  return sections;
}

/** Returns the visible channels of a section. If it is collapsed, these are the open and the unread ones. */
function useShown(): (section: Pick<SidebarSection, 'category' | 'channels'>) => ServerChannel[] {
  const openChannelId = useStore($openChannel);
  const memberships = useMemberships();
  const collapsedThreads = useCollapsedThreads();
  return ({category, channels}) =>
    category?.collapsed
      ? channels.filter(
          (channel) =>
            channel.id === openChannelId ||
            getUnread(channel, memberships[channel.id], collapsedThreads).isUnread,
        )
      : channels;
}

/** Opens a dialog without a menu, with which its code would be loaded. */
function openTeamDialog(dialog: TeamDialog): void {
  void import('../team-dialogs.tsx').then((loaded) => loaded.openTeamDialog(dialog));
}

/**
 * Shortcuts that open the next or previous channel of the sidebar, or the next or previous unread one. Another one
 * asks to mark all channels as read, if there are unread ones, and
 * another one starts a direct message.
 */
function useChannelKeys(sections: readonly SidebarSection[]): void {
  const me = useMe();
  const team = useCurrentTeam();
  const memberships = useMemberships();
  const collapsedThreads = useCollapsedThreads();
  const openChannelId = useStore($openChannel);
  const shown = sections.flatMap(useShown());
  function move(step: 1 | -1, isWanted: (channel: ServerChannel) => boolean) {
    // With a key that is held down, the address is ahead of the page.
    const {pathname} = window.location;
    const next = shown.findIndex((channel) => channelPath(team, channel, me) === pathname);
    const open = next < 0 ? shown.findIndex(({id}) => id === openChannelId) : next;
    // Wraps around at the first and the last channel.
    for (let distance = 1; distance <= shown.length; distance++) {
      const start = open < 0 && step < 0 ? shown.length : open;
      const at = (start + step * distance + shown.length) % shown.length;
      const channel = shown[at]!;
      if (at !== open && isWanted(channel)) {
        goTo(channelPath(team, channel, me));
        return;
      }
    }
  }
  const isUnread = (channel: ServerChannel) =>
    getUnread(channel, memberships[channel.id], collapsedThreads).isUnread;
  useShortcut('previousChannel', () => move(-1, () => true));
  useShortcut('nextChannel', () => move(1, () => true));
  useShortcut('previousUnread', () => move(-1, isUnread));
  useShortcut('nextUnread', () => move(1, isUnread));
  useShortcut('readAll', () => {
    if (!sections.some(({channels}) => channels.some(isUnread))) return;
    openTeamDialog('readAll');
  });
  useShortcut('newDirect', () => openTeamDialog('direct'));
}

function Section({category, title, channels, categoryIds}: SidebarSection & {categoryIds: string[]}) {
  const shown = useShown()({category, channels});
  const id = `section-${category?.id ?? 'unread'}`;
  const channelIds = useSameList(channels.map((channel) => channel.id));
  const sameCategories = useSameList(categoryIds);
  // The same until something moves, so that a message in a channel doesn't render all rows.
  const place = useMemo(
    () => ({category, channelIds, categoryIds: sameCategories}),
    [category, channelIds, sameCategories],
  );
  return (
    <SectionContext value={place}>
      <section
        className={styles.section}
        aria-labelledby={id}
        data-is-place={!isShown({category, title, channels}) || undefined}
      >
        <SectionHeading id={id} category={category} title={title} />
        <ul>
          {shown.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      </section>
    </SectionContext>
  );
}

interface SectionHeadingProps extends Pick<SidebarSection, 'category' | 'title'> {
  id: string;
}

const SectionHeading = memo(function SectionHeading({id, category, title}: SectionHeadingProps) {
  const isCollapsed = category?.collapsed ?? false;
  return (
    <Draggable className={styles.heading} name={title}>
      {category ? (
        <AriaButton
          className={styles.toggle}
          aria-expanded={!isCollapsed}
          onPress={() => {
            setCollapsed(category, !isCollapsed).catch((error) => showError(errorMessage(error)));
          }}
        >
          <Icon name={isCollapsed ? 'chevronRight' : 'chevronDown'} size={14} />
          <h2 className={styles.title} id={id}>
            <bdi>{title}</bdi>
          </h2>
        </AriaButton>
      ) : (
        <h2 className={styles.title} id={id}>
          <bdi>{title}</bdi>
        </h2>
      )}
      {category && <CategoryMenu category={category} />}
    </Draggable>
  );
});

const ChannelRow = memo(function ChannelRow({channel}: {channel: ServerChannel}) {
  const team = useCurrentTeam();
  const me = useMe();
  const membership = useMembership(channel.id);
  const collapsedThreads = useCollapsedThreads();
  const name = useChannelName(channel);
  const other = usePerson(channel.type === 'D' ? otherUserId(channel, me.id) : '');
  const {isUnread, mentions} = getUnread(channel, membership, collapsedThreads);
  const isOpen = useIsOpenChannel(channel.id);
  const path = channelPath(team, channel, me);
  const muted = isMuted(membership);
  const menu = useRef<MenuHandle>(null);
  const longPress = useLongPress((at) => menu.current?.open(at), {onLinks: true});
  const handlers = {
    ...longPress,
    onContextMenu(event: MouseEvent) {
      longPress.onContextMenu(event);
      if (event.defaultPrevented) return;
      event.preventDefault();
      // The menu key has no pointer.
      menu.current?.open(event.button === 2 ? {x: event.clientX, y: event.clientY} : undefined);
    },
  };
  const prepare = () => prepareIfStaying(channel.id);
  return (
    <Draggable className={styles.row} name={name} channel={channel} handlers={handlers}>
      {/* A link of the router would render with each change of the address. */}
      <a
        href={path}
        aria-current={isOpen ? 'page' : undefined}
        className={styles.channel}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          goTo(path, {replace: path === window.location.pathname});
        }}
        onPointerEnter={prepare}
        onFocus={prepare}
        data-unread={mentions > 0 ? 'mention' : isUnread || undefined}
        data-muted={muted || undefined}
      >
        <span className={styles.icon}>
          <ChannelIcon channel={channel} />
        </span>
        <bdi className={styles.name}>{name}</bdi>
        {other && <StatusEmoji userId={other.id} />}
        {other?.is_bot && <Tag>{t`BOT`}</Tag>}
        <UnsentMark channelId={channel.id} />
        <DraftMark channelId={channel.id} />
        {muted && <Icon name="bellOff" size={14} />}
        <MentionBadge mentions={mentions} />
        {isUnread && mentions === 0 && (
          <span className="visually-hidden">
            {' '}
            <Trans comment="Read aloud after the name of a channel">unread</Trans>
          </span>
        )}
      </a>
      <span className={styles.menu}>
        <ChannelRowMenu channel={channel} name={name} handle={menu} />
      </span>
    </Draggable>
  );
});

/** Marks a channel with messages that are waiting for a connection, or that the server rejected. */
function UnsentMark({channelId}: {channelId: string}) {
  const pending = usePending(channelId);
  if (!pending.some(({isWaiting, error}) => isWaiting || error !== undefined)) return null;
  return (
    <>
      <Icon name="warning" size={14} />
      <span className="visually-hidden">
        {' '}
        <Trans comment="Read aloud after the name of a channel with a message that could not be sent">
          message not sent
        </Trans>
      </span>
    </>
  );
}

/** Marks a channel that has a draft, unless its message box is on the page. */
function DraftMark({channelId}: {channelId: string}) {
  const isUnsent = hasDraft(useDraft(channelId));
  const isOpen = useIsOpenChannel(channelId);
  if (!isUnsent || isOpen) return null;
  return (
    <>
      <Icon name="edit" size={14} />
      <span className="visually-hidden">
        {' '}
        <Trans comment="Read aloud after the name of a channel with an unsent message">draft</Trans>
      </span>
    </>
  );
}

function AddMenu() {
  return (
    <Menu
      label={t`Add`}
      placement="bottom start"
      trigger={<IconButton icon="add" label={t`Add channels and people`} size="small" />}
      load={AddItems.load}
    >
      <AddItems />
    </Menu>
  );
}
