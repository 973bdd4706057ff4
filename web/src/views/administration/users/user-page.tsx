import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useNavigate, useParams} from 'react-router';
import {Missing} from '../../../components/frame/page-header.tsx';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {pictureUrl} from '../../../data/people/people.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {isNotFound, server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';
import {setActive} from './account-changes.ts';
import {ResetPasswordDialog} from './reset-password.tsx';
import {UserAttributes} from './user-attributes.tsx';
import styles from './user-page.module.css';
import {UserSessions} from './user-sessions.tsx';
import {isAdministrator, UserState} from './user-state.tsx';
import {UserTeams} from './user-teams.tsx';
import {UserTokens} from './user-tokens.tsx';

const EditUserDialog = lazyDialog(() => import('./edit-user.tsx'));

/** One user: profile, teams, sessions and access tokens. */
export default function UserPage() {
  const {userId = ''} = useParams();
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'user', userId],
    queryFn: () => server.getUser(userId),
    staleTime: 0,
  });
  if (isPending) return <LoadingState />;
  if (isNotFound(error)) return <Missing what="person" />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Account user={data} />;
}

function Account({user}: {user: UserProfile}) {
  const navigate = useNavigate();
  const dates = useDates();
  return (
    <AdministrationPage
      title={user.username}
      before={
        <IconButton icon="arrowLeft" label={t`Back to users`} onPress={() => navigate('/_admin/users')} />
      }
      actions={<AccountMenu user={user} />}
    >
      <section className={styles.head} aria-label={t`Account`}>
        <Avatar name={user.username} src={pictureUrl(user)} size={72} />
        <div className={styles.names}>
          <div className={styles.name}>
            {[user.first_name, user.last_name].filter(Boolean).join(' ') || user.username}
          </div>
          <div className={styles.tags}>
            <bdi className={styles.username}>@{user.username}</bdi>
            {user.is_bot && <Tag>{t`BOT`}</Tag>}
            <UserState user={user} />
            {isAdministrator(user) && <Tag kind="warn">{t`Administrator`}</Tag>}
          </div>
        </div>
        <div className={styles.facts}>
          <Facts
            facts={[
              ...(user.is_bot ? [] : [{term: t`Email`, value: user.email}]),
              {term: t`Nickname`, value: user.nickname},
              {term: t({message: 'Position', context: 'job'}), value: user.position},
              {term: t`Created`, value: dates.date(user.create_at)},
              {term: t`Deactivated`, value: user.delete_at > 0 ? dates.dateTime(user.delete_at) : ''},
              {term: t`ID`, value: <code>{user.id}</code>},
            ].filter(({value}) => value !== '')}
          />
        </div>
      </section>
      {!user.is_bot && <UserAttributes userId={user.id} />}
      <UserTeams user={user} />
      {!user.is_bot && <UserSessions user={user} />}
      <UserTokens user={user} />
      {user.is_bot && <BotPanel bot={user} />}
    </AdministrationPage>
  );
}

function BotPanel({bot}: {bot: UserProfile}) {
  const navigate = useNavigate();
  // A bot's page is below a team, but it is the same in all teams.
  const [team] = useTeams();
  return (
    <Panel
      title={t`Bot`}
      text={bot.bot_description || t`Used by a program. Bots can't sign in.`}
      actions={
        team && (
          <Button icon="bot" onPress={() => navigate(integrationsPath(team.name, 'bots', bot.id))}>
            <Trans>Tokens and permissions</Trans>
          </Button>
        )
      }
    />
  );
}

type PendingAction = 'edit' | 'deactivate' | 'convert' | 'admin' | 'member' | 'password';

function AccountMenu({user}: {user: UserProfile}) {
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
      <Menu
        label={t`Manage account`}
        trigger={
          <Button icon="chevronDown">
            <Trans>Manage</Trans>
          </Button>
        }
      >
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
        {isOther ? <MenuSeparator /> : null}
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
  const name = user.username;
  const roles = user.roles.split(' ').filter((role) => role !== 'system_admin');
  const {title, text, label, done, danger, work} = {
    deactivate: {
      title: t`Deactivate ${name}?`,
      text: t`This revokes all sessions and prevents sign-in. Messages stay. You can activate the account again at any time.`,
      label: t`Deactivate`,
      done: t`${name} was deactivated.`,
      danger: true,
      work: () => setActive(user, false),
    },
    convert: {
      title: t`Convert ${name} to a bot?`,
      text: t`This revokes all sessions, disables the password, and makes you the owner of the bot. Messages stay. Programs can then use the bot with access tokens.`,
      label: t`Convert to bot`,
      done: t`${name} is now a bot.`,
      danger: true,
      work: () => server.call(`/users/${user.id}/convert_to_bot`, {method: 'POST'}),
    },
    admin: {
      title: t`Make ${name} an administrator?`,
      text: t`Administrators can see and change everything on this server, including all channels and messages.`,
      label: t`Make administrator`,
      done: t`${name} is now an administrator.`,
      danger: false,
      work: () => server.updateUserRoles(user.id, [...roles, 'system_admin'].join(' ')),
    },
    member: {
      title: t`Make ${name} a member?`,
      text: t`This user will no longer be able to administer this server.`,
      label: t`Make member`,
      done: t`${name} is now a member.`,
      danger: false,
      work: () => server.updateUserRoles(user.id, roles.join(' ')),
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
        showSuccess(done);
      }}
    >
      {text}
    </ConfirmDialog>
  );
}
