import {i18n} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {useQuery} from '@tanstack/react-query';
import {lastChannelPath} from '../../data/channels/last-channel.ts';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {withCatalog} from '../../lib/i18n.ts';
import type {Place} from './find-targets.ts';

/** The path of the channel that was open last, where the panels with lists of messages are. */
export function startPath({id, name}: {id: string; name: string}): string {
  return lastChannelPath(id) ?? `/${name}/channels/town-square`;
}

/** The pages and settings that the person can open. */
export function usePlaces(team: {id: string; name: string} | undefined): Place[] {
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
          {path: `/${team.name}/threads`, name: t`Threads`, area: messages, icon: 'thread' as const},
          {
            path: `/${team.name}/drafts`,
            name: t`Drafts and scheduled`,
            area: messages,
            icon: 'edit' as const,
          },
          {
            path: `${startPath(team)}?panel=saved`,
            name: t`Saved messages`,
            area: messages,
            icon: 'bookmark' as const,
          },
          {
            path: `${startPath(team)}?panel=mentions`,
            name: t`Recent mentions`,
            area: messages,
            icon: 'at' as const,
          },
          {path: `/_integrations/${team.name}`, name: t`Integrations`, area: messages, icon: 'hook' as const},
        ]
      : []),
    {path: '/_teams', name: t`Join or create a team`, area: messages, icon: 'people'},
    {path: '', name: t`Keyboard shortcuts`, area: t`Help`, icon: 'help'},
    ...settings.map(({path, label, icon}) => ({
      path: `/_settings/${path}`,
      name: i18n._(label),
      area: t`Settings`,
      icon,
    })),
    ...administration
      .flatMap(({pages}) => pages)
      .map(({path, label, icon}) => ({
        path: `/_admin/${path}`,
        name: i18n._(label),
        area: t`Administration`,
        icon,
      })),
  ];
}
