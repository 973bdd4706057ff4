import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {ReactNode} from 'react';
import type {IconName} from '../../../components/ui/icon.tsx';
import {MenuItem, MenuSection} from '../../../components/ui/menu.tsx';
import {Submenu} from '../../../components/ui/submenu.tsx';
import {moveChannel, useCategories} from '../../../data/channels/categories.ts';
import {categoryName} from '../../../data/channels/category-names.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {openChannelDialog} from './channel-dialogs.tsx';

/** The icons of the categories that everyone has. */
const ICONS: Partial<Record<string, IconName>> = {
  channels: 'hash',
  direct_messages: 'message',
};

interface MoveMenuProps {
  channel: ServerChannel;
  /** The items that move it within its category. */
  children?: ReactNode;
}

/** The submenu that moves a channel to another category. */
export function MoveMenu({channel, children}: MoveMenuProps) {
  const team = useCurrentTeam();
  const categories = useCategories(team.id);
  const current = categories.find(({channel_ids}) => channel_ids.includes(channel.id));
  const homeType = channel.team_id === '' ? 'direct_messages' : 'channels';
  // The item for favorites moves it there, and from there to the category for all.
  const targets = categories.filter(
    (one) =>
      one !== current && (one.type === 'custom' || (one.type === homeType && current?.type !== 'favorites')),
  );
  const moveTo = (categoryId: string) =>
    void moveChannel(team.id, channel.id, categoryId).catch((error) => showError(errorMessage(error)));
  return (
    <Submenu label={t`Move`} icon="swap">
      {children}
      <MenuSection title={t`Move to`}>
        {targets.map((category) => (
          <MenuItem
            key={category.id}
            icon={ICONS[category.type] ?? 'archive'}
            onAction={() => moveTo(category.id)}
          >
            {categoryName(category)}
          </MenuItem>
        ))}
        <MenuItem icon="add" onAction={() => openChannelDialog(channel, 'category')}>
          {t`Create category`}
        </MenuItem>
      </MenuSection>
    </Submenu>
  );
}
