import {i18n} from '@lingui/core';
import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {$sidebar, hasDrawer} from '../../components/frame/narrow-window.ts';
import {
  $sidebarHidden,
  $unreadsOnly,
  toggleSidebar,
  toggleUnreadsOnly,
} from '../../components/frame/sidebar-state.ts';
import {openSheet} from '../../components/keyboard/sheet-state.ts';
import {presenceLabel} from '../../components/ui/avatar.tsx';
import type {IconName} from '../../components/ui/icon.tsx';
import {TOWN_SQUARE} from '../../data/channels/addresses.ts';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {lastChannelPath} from '../../data/channels/last-channel.ts';
import {useUnreadChannels} from '../../data/channels/unread-channels.ts';
import {setOwnPresence} from '../../data/people/presence.ts';
import {useMayChooseTheme} from '../../data/preferences/display.ts';
import {setPreferences} from '../../data/preferences/preferences.ts';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {signOut} from '../../data/session/session.ts';
import {useMayCreateChannel, useMayInvite} from '../../data/teams/teams.ts';
import {goTo} from '../../lib/go-to.ts';
import {withCatalog} from '../../lib/i18n.ts';
import type {Presence} from '../../lib/presence.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {useChannelActions} from '../../views/conversation/menus/channel-actions.ts';
import {useOwnChannelActions} from '../../views/conversation/menus/own-channel-actions.ts';
import {openTeamDialog} from '../../views/conversation/team-dialogs.tsx';
import type {Place} from './find-targets.ts';

/** The path of the channel that was open last, where the panels with lists of messages are. */
export function startPath({id, name}: {id: string; name: string}): string {
  return lastChannelPath(id) ?? `/${name}/channels/${TOWN_SQUARE}`;
}

/** The pages, settings and actions that the person can open. */
export function usePlaces(
  team: {id: string; name: string} | undefined,
  openChannel: ServerChannel | undefined,
): Place[] {
  const isAdministrator = useIsAdministrator();
  // The catalogs of other pages are loaded with the names of those pages.
  const {data: settings = []} = useQuery({
    queryKey: ['palette-settings'],
    queryFn: async () =>
      (await withCatalog('pages', import('../../views/settings/sections.tsx'))).SETTINGS_SECTIONS,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const {data: administration = []} = useQuery({
    queryKey: ['palette-administration'],
    queryFn: async () =>
      (await withCatalog('administration', import('../../views/administration/sections.tsx'))).sections,
    enabled: isAdministrator,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const messages = t`Messages`;
  return [
    ...(team
      ? [
          page(t`Threads`, messages, 'thread', `/${team.name}/threads`),
          page(t`Drafts and scheduled`, messages, 'edit', `/${team.name}/drafts`),
          page(t`Saved messages`, messages, 'bookmark', `${startPath(team)}?panel=saved`),
          page(t`Recent mentions`, t`Activity`, 'at', `${startPath(team)}?panel=mentions`),
          page(t`Integrations`, t`Tools`, 'hook', `/_integrations/${team.name}`),
        ]
      : []),
    page(t`Join or create a team`, t`Teams`, 'people', '/_teams'),
    ...useTeamActions(team),
    ...useOwnActions(),
    ...settings.map(({path, label, icon}) => page(i18n._(label), t`Settings`, icon, `/_settings/${path}`)),
    ...administration
      .flatMap(({pages}) => pages)
      .map(({path, label, icon}) => page(i18n._(label), t`Administration`, icon, `/_admin/${path}`)),
    ...useOpenChannelActions(openChannel, team),
  ];
}

function page(name: string, area: string, icon: IconName, path: string): Place {
  return {name, area, icon, open: () => goTo(path)};
}

/** A channel without permissions. */
const NONE = {id: '', team_id: '', type: 'O', name: '', display_name: '', delete_at: 0} as ServerChannel;

/** What people do in the open channel, which is their area. */
function useOpenChannelActions(
  channel: ServerChannel | undefined,
  team: {id: string; name: string} | undefined,
): Place[] {
  const groups = useChannelActions(channel ?? NONE);
  const own = useOwnChannelActions(channel ?? NONE, team ?? {id: '', name: ''});
  const area = useChannelName(channel ?? NONE);
  const actions = channel ? [...own, ...groups.flat()] : [];
  return actions.map((action) => ({...action, area, isOfChannel: true}));
}

/** What people do in a team. The dialogs are on its pages. */
function useTeamActions(team: {id: string; name: string} | undefined): Place[] {
  const mayCreate = useMayCreateChannel(team?.id ?? '');
  const mayInvite = useMayInvite(team?.id ?? '');
  const hasUnread = useUnreadChannels(team?.id ?? '').length > 0;
  if (!team) return [];
  const action = (
    name: string,
    icon: IconName,
    dialog: Parameters<typeof openTeamDialog>[0],
    ...otherNames: string[]
  ): Place => ({
    name,
    otherNames,
    area: t`Actions`,
    icon,
    open() {
      if (!window.location.pathname.startsWith(`/${team.name}/`)) goTo(startPath(team));
      openTeamDialog(dialog);
    },
  });
  const shownSidebar = $sidebar.get();
  const isHidden = shownSidebar && $sidebarHidden[shownSidebar].get();
  const sidebar = {
    name: isHidden ? t`Show sidebar` : t`Hide sidebar`,
    area: t`Actions`,
    icon: 'sidebar' as const,
    open: toggleSidebar,
  };
  const unreadFilter = {
    name: $unreadsOnly.get() ? t`Show all channels` : t`Show only unread channels`,
    area: t`Actions`,
    icon: 'filter' as const,
    open: toggleUnreadsOnly,
  };
  const hasSidebar = shownSidebar && !hasDrawer();
  return [
    action(
      t`New direct message`,
      'message',
      'direct',
      t`Write to`,
      t`Create group message`,
      t`New group message`,
    ),
    action(t`Browse channels`, 'hash', 'browse', t`Join a channel`, t`All channels`),
    ...(mayCreate
      ? [
          action(
            t`Create channel`,
            'add',
            'create',
            t`New channel`,
            t`Add a channel`,
            t`Private channel`,
            t`Public channel`,
          ),
        ]
      : []),
    action(t`Create category`, 'add', 'category', t`New category`, t`Create section`),
    ...(hasUnread ? [action(t`Mark all channels as read`, 'check', 'readAll', t`Mark all as read`)] : []),
    ...(mayInvite ? [action(t`Invite people`, 'personAdd', 'invite', t`Add people`)] : []),
    ...(hasSidebar ? [sidebar] : []),
    ...(hasSidebar && shownSidebar === 'team' && !isHidden ? [unreadFilter] : []),
  ];
}

/** What people change about themselves. */
function useOwnActions(): Place[] {
  const mayChooseTheme = useMayChooseTheme();
  const report = (error: unknown) => showError(errorMessage(error));
  const presence = (value: Presence, icon: IconName): Place => ({
    name: presenceLabel(value),
    area: t`Availability`,
    icon,
    open: () => setOwnPresence(value).catch(report),
  });
  const display =
    (area: string, icon: IconName, setting: string) =>
    (name: string, value: string): Place => ({
      name,
      area,
      icon,
      open: () => setPreferences([{category: 'display_settings', name: setting, value}]).catch(report),
    });
  const theme = display(t`Theme`, 'moon', 'colour_scheme');
  const density = display(t`Density`, 'list', 'message_display');
  return [
    presence('online', 'check'),
    presence('away', 'clock'),
    presence('dnd', 'bellOff'),
    presence('offline', 'eyeOff'),
    ...(mayChooseTheme
      ? [theme(t`Light`, 'light'), theme(t`Dark`, 'dark'), theme(t`Match system`, 'system')]
      : []),
    density(t`Comfortable`, 'clean'),
    density(t`Compact`, 'compact'),
    {name: t`Keyboard shortcuts`, area: t`Help`, icon: 'help', open: openSheet},
    {
      name: t`Sign out`,
      area: t`Actions`,
      otherNames: [t`Log out`],
      icon: 'signOut',
      open: () => signOut().catch(report),
    },
  ];
}
