import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {type ComponentProps, useState} from 'react';
import {useNavigate} from 'react-router';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {useMe} from '../../../data/session/session.ts';
import {server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {refreshAdministration, useChange} from '../use-change.ts';
import {setActive} from './account-changes.ts';
import {isAdministrator} from './user-state.tsx';

const EditUserDialog = lazyDialog(() => import('./edit-user.tsx'));
const ResetPasswordDialog = lazyDialog(() => import('./reset-password.tsx'));

type PendingAction = 'edit' | 'deactivate' | 'convert' | 'admin' | 'member' | 'password';

interface AccountMenuProps {
  user: UserProfile;
  label: string;
  trigger: ComponentProps<typeof Menu>['trigger'];
}

/** What an administrator can do with an account. */
export function AccountMenu({user, label, trigger}: AccountMenuProps) {
  const me = useMe();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<PendingAction>();
  const {change} = useChange();
  const isActive = user.delete_at === 0;
  const isAdmin = isAdministrator(user);
  const name = user.username;
  const isOther = user.id !== me.id;
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu label={label} trigger={trigger}>
        {user.is_bot ? null : (
          <MenuItem
            icon="edit"
            // An own email address can only be changed with the password.
            onAction={() => (isOther ? setAsked('edit') : navigate('/_settings/profile'))}
          >{t`Edit user`}</MenuItem>
        )}
        {isOther && isActive ? (
          <MenuItem icon="shield" onAction={() => setAsked(isAdmin ? 'member' : 'admin')}>
            {isAdmin ? t`Make member` : t`Make administrator`}
          </MenuItem>
        ) : null}
        {isOther && !user.is_bot ? (
          <MenuItem icon="key" onAction={() => setAsked('password')}>{t`Reset password`}</MenuItem>
        ) : null}
        {user.is_bot ? null : (
          <MenuItem
            icon="lock"
            onAction={() => void change(() => server.resetFailedAttempts(user.id), t`${name} was unlocked.`)}
          >{t`Unlock after failed sign-ins`}</MenuItem>
        )}
        {isOther && !user.is_bot ? (
          <MenuItem icon="bot" onAction={() => setAsked('convert')}>{t`Convert to bot`}</MenuItem>
        ) : null}
        {isOther && (isActive || !user.is_bot) ? <MenuSeparator /> : null}
        {isOther && isActive ? (
          <MenuItem icon="close" danger onAction={() => setAsked('deactivate')}>{t`Deactivate`}</MenuItem>
        ) : null}
        {isOther && !isActive ? (
          <MenuItem
            icon="check"
            onAction={() => void change(() => setActive(user, true), t`${name} was activated.`)}
          >{t`Activate`}</MenuItem>
        ) : null}
      </Menu>
      {asked === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {asked === 'password' && <ResetPasswordDialog user={user} onClose={close} />}
      {asked && asked !== 'edit' && asked !== 'password' && (
        <Confirmation user={user} asked={asked} onClose={close} />
      )}
    </>
  );
}

function Confirmation({
  user,
  asked,
  onClose,
}: {
  user: UserProfile;
  asked: Exclude<PendingAction, 'edit' | 'password'>;
  onClose: () => void;
}) {
  const {change} = useChange();
  const name = user.username;
  const activated = t`${name} was activated.`;
  const roles = user.roles.split(' ').filter((role) => role !== 'system_admin');
  const {title, text, label, done, danger, work, undo} = {
    deactivate: {
      title: t`Deactivate ${name}?`,
      text: t`This revokes all sessions and prevents sign-in. Messages stay. You can activate the account again at any time.`,
      label: t`Deactivate`,
      done: t`${name} was deactivated.`,
      danger: true,
      work: () => setActive(user, false),
      undo: () => change(() => setActive(user, true), activated),
    },
    convert: {
      title: t`Convert ${name} to a bot?`,
      text: t`This revokes all sessions, disables the password, and makes you the owner of the bot. Messages stay. Programs can then use the bot with access tokens.`,
      label: t`Convert to bot`,
      done: t`${name} is now a bot.`,
      danger: true,
      work: () => server.call(`/users/${user.id}/convert_to_bot`, {method: 'POST'}),
      undo: undefined,
    },
    admin: {
      title: t`Make ${name} an administrator?`,
      text: t`Administrators can see and change everything on this server, including all channels and messages.`,
      label: t`Make administrator`,
      done: t`${name} is now an administrator.`,
      danger: false,
      work: () => server.updateUserRoles(user.id, [...roles, 'system_admin'].join(' ')),
      undo: undefined,
    },
    member: {
      title: t`Make ${name} a member?`,
      text: t`This user will no longer be able to administer this server.`,
      label: t`Make member`,
      done: t`${name} is now a member.`,
      danger: false,
      work: () => server.updateUserRoles(user.id, roles.join(' ')),
      undo: undefined,
    },
  }[asked];
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      danger={danger}
      onClose={onClose}
      onConfirm={async () => {
        await work();
        await refreshAdministration();
        showSuccess(done, undo && {label: t`Undo`, run: undo});
      }}
    >
      {text}
    </ConfirmDialog>
  );
}
