import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Channel} from '@mattermost/types/channels';
import {type ComponentProps, useState} from 'react';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {isTownSquare} from '../../../data/channels/addresses.ts';
import {server} from '../../../lib/server.ts';
import {refreshAdministration, useChange} from '../use-change.ts';
import {MembersDialog} from './members-dialog.tsx';

const EditChannelDialog = lazyDialog(() => import('./edit-channel.tsx'));
const MoveChannelDialog = lazyDialog(() => import('./move-channel.tsx'));

/** The action of the open dialog. */
type Action = 'edit' | 'members' | 'move' | 'convert' | 'archive';

interface ChannelMenuProps {
  channel: Channel;
  label: string;
  trigger: ComponentProps<typeof Menu>['trigger'];
}

/** What an administrator can do with a channel. */
export function ChannelMenu({channel, label, trigger}: ChannelMenuProps) {
  const {change} = useChange();
  const [action, setAction] = useState<Action>();
  const name = channel.display_name;
  const isActive = channel.delete_at === 0;
  const isPrivate = channel.type === 'P';
  const isDefault = isTownSquare(channel);
  const close = () => setAction(undefined);
  return (
    <>
      <Menu label={label} trigger={trigger}>
        {isActive ? (
          <MenuItem icon="edit" onAction={() => setAction('edit')}>
            {t`Edit channel`}
          </MenuItem>
        ) : null}
        <MenuItem icon="people" onAction={() => setAction('members')}>
          {t`Members`}
        </MenuItem>
        {isActive && !isDefault ? (
          <MenuItem icon={isPrivate ? 'globe' : 'lock'} onAction={() => setAction('convert')}>
            {isPrivate ? t`Make public` : t`Make private`}
          </MenuItem>
        ) : null}
        {isActive && !isDefault ? (
          <MenuItem icon="swap" onAction={() => setAction('move')}>
            {t`Move to another team`}
          </MenuItem>
        ) : null}
        {isActive ? <MenuSeparator /> : null}
        {isActive ? (
          <MenuItem icon="archive" danger onAction={() => setAction('archive')}>
            {t({message: 'Archive', context: 'verb'})}
          </MenuItem>
        ) : (
          <MenuItem
            icon="refresh"
            onAction={() =>
              void change(() => server.unarchiveChannel(channel.id), t`The channel ${name} is unarchived.`)
            }
          >
            {t`Unarchive`}
          </MenuItem>
        )}
      </Menu>
      {action === 'edit' && <EditChannelDialog channel={channel} onClose={close} />}
      {action === 'members' && <MembersDialog channel={channel} onClose={close} />}
      {action === 'move' && <MoveChannelDialog channel={channel} onClose={close} />}
      {(action === 'archive' || action === 'convert') && (
        <Confirmation channel={channel} action={action} onClose={close} />
      )}
    </>
  );
}

function Confirmation({
  channel,
  action,
  onClose,
}: {
  channel: Channel;
  action: 'archive' | 'convert';
  onClose: () => void;
}) {
  const name = channel.display_name;
  const isPrivate = channel.type === 'P';
  async function confirm() {
    if (action === 'archive') await server.deleteChannel(channel.id);
    else await server.updateChannelPrivacy(channel.id, isPrivate ? 'O' : 'P');
    await refreshAdministration();
  }
  if (action === 'archive') {
    return (
      <ConfirmDialog
        title={t`Archive ${name}?`}
        confirmLabel={t`Archive channel`}
        danger
        onClose={onClose}
        onConfirm={confirm}
      >
        <Trans>No one can post in it anymore. Nothing is deleted, and you can unarchive it here.</Trans>
      </ConfirmDialog>
    );
  }
  return isPrivate ? (
    <ConfirmDialog
      title={t`Make ${name} public?`}
      confirmLabel={t`Make public`}
      danger
      onClose={onClose}
      onConfirm={confirm}
    >
      <Trans>Everyone in the team can join it and read all of its messages, including past ones.</Trans>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={t`Make ${name} private?`}
      confirmLabel={t`Make private`}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Trans>Only members can see it. New members have to be added.</Trans>
    </ConfirmDialog>
  );
}
