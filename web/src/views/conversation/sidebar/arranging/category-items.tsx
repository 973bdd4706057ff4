import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ChannelCategory} from '@mattermost/types/channel_categories';
import {use} from 'react';
import {ConfirmDialog} from '../../../../components/ui/confirm-dialog.tsx';
import {MenuItem, MenuSeparator} from '../../../../components/ui/menu.tsx';
import {MenuChoice, MenuChoices} from '../../../../components/ui/menu-choices.tsx';
import {NameDialog} from '../../../../components/ui/name-dialog.tsx';
import {deleteCategory, renameCategory, setSorting} from '../../../../data/channels/categories.ts';
import {placeCategory} from '../../../../data/channels/category-order.ts';
import {type Sorting, sortingOf} from '../../../../data/channels/category-sorting.ts';
import {markChannelsRead} from '../../../../data/channels/channel-actions.ts';
import {useChannels, useCollapsedThreads, useMemberships} from '../../../../data/channels/channels.ts';
import {getUnread} from '../../../../data/channels/unread.ts';
import {errorMessage} from '../../../../lib/server.ts';
import {showError} from '../../../../lib/toasts.ts';
import {$teamDialog, closeTeamDialog} from '../../team-dialog-state.ts';
import {openTeamDialog} from '../../team-dialogs.tsx';
import {SectionContext} from './section-context.ts';

const report = (error: unknown) => showError(errorMessage(error));

/** The items of a category's menu in the sidebar. */
export default function CategoryItems({category}: {category: ChannelCategory}) {
  const {categoryIds, channelIds} = use(SectionContext);
  const channels = useChannels();
  const memberships = useMemberships();
  const collapsedThreads = useCollapsedThreads();
  const unread = channelIds.filter(
    (id) => getUnread(channels[id], memberships[id], collapsedThreads).isUnread,
  );
  const isCustom = category.type === 'custom';
  const isSortable = category.type !== 'direct_messages';
  const place = categoryIds.indexOf(category.id);
  const previous = categoryIds[place - 1];
  const next = categoryIds[place + 1];
  const shift = (otherId: string) =>
    void placeCategory(category.team_id, category.id, otherId, 'place').catch(report);
  return (
    <>
      {unread.length > 0 ? (
        <>
          <MenuItem icon="check" onAction={() => void markChannelsRead(unread).catch(report)}>
            {t`Mark all as read`}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuChoices<Sorting>
        label={t`Sort by`}
        value={sortingOf(category)}
        onChange={(sorting) => void setSorting(category, sorting).catch(report)}
      >
        <MenuChoice value="alpha" icon="list">
          {t`Sort by name`}
        </MenuChoice>
        <MenuChoice value="recent" icon="clock">
          {t`Sort by recent activity`}
        </MenuChoice>
        {isSortable && (
          <MenuChoice value="manual" icon="swap">
            {t`Sort manually`}
          </MenuChoice>
        )}
      </MenuChoices>
      <MenuSeparator />
      {previous ? (
        <MenuItem icon="arrowUp" onAction={() => shift(previous)}>
          {t`Move up`}
        </MenuItem>
      ) : null}
      {next ? (
        <MenuItem icon="arrowDown" onAction={() => shift(next)}>
          {t`Move down`}
        </MenuItem>
      ) : null}
      <MenuItem icon="add" onAction={() => openTeamDialog('category')}>
        {t`Create category`}
      </MenuItem>
      {isCustom ? (
        <>
          <MenuItem icon="edit" onAction={() => openRenaming(category)}>
            {t`Rename`}
          </MenuItem>
          <MenuItem
            icon="trash"
            danger
            onAction={() => {
              if (category.channel_ids.length > 0) confirmDeletion(category);
              else void deleteCategory(category).catch(report);
            }}
          >
            {t`Delete category`}
          </MenuItem>
        </>
      ) : null}
    </>
  );
}

function openRenaming(category: ChannelCategory): void {
  $teamDialog.set(
    <NameDialog
      title={t`Rename category`}
      label={t`Name`}
      initial={category.display_name}
      maxLength={64}
      submitLabel={t`Rename`}
      onSubmit={(title) => renameCategory(category, title)}
      onClose={closeTeamDialog}
    />,
  );
}

/** Asks first, because the person has chosen the channels in it one by one. */
function confirmDeletion(category: ChannelCategory): void {
  const name = category.display_name;
  $teamDialog.set(
    <ConfirmDialog
      title={t`Delete the category “${name}”?`}
      confirmLabel={t`Delete`}
      danger
      onConfirm={() => deleteCategory(category)}
      onClose={closeTeamDialog}
    >
      <p>
        <Trans>Its channels move back to Channels and Direct messages. You stay a member of them.</Trans>
      </p>
    </ConfirmDialog>,
  );
}
