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
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {Facts, Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {pictureOf} from '../../../data/people/people.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {isNotFound, server} from '../../../lib/server.ts';
import {tellDone} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';
import {ResetPasswordDialog} from './reset-password.tsx';
import styles from './user-page.module.css';
import {UserSessions} from './user-sessions.tsx';
import {roleOf, UserState} from './user-state.tsx';
import {UserTeams} from './user-teams.tsx';
import {UserTokens} from './user-tokens.tsx';

/** One account: what it may, where it is signed in, and what can be done about it. */
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
        <IconButton icon="arrowLeft" label="Back to all users" onPress={() => navigate('/_admin/users')} />
      }
      actions={<AccountMenu user={user} />}
    >
      <section className={styles.head} aria-label="The account">
        <Avatar name={user.username} src={pictureOf(user)} size={72} />
        <div className={styles.names}>
          <div className={styles.name}>
            {[user.first_name, user.last_name].filter(Boolean).join(' ') || user.username}
          </div>
          <div className={styles.tags}>
            <span className={styles.username}>@{user.username}</span>
            {user.is_bot && <Tag>BOT</Tag>}
            <UserState user={user} />
            {roleOf(user) === 'Administrator' && <Tag kind="warn">Administrator</Tag>}
          </div>
        </div>
        <div className={styles.facts}>
          <Facts
            facts={[
              ...(user.is_bot ? [] : [{term: 'Email', value: user.email}]),
              {term: 'Position', value: user.position},
              {term: 'Since', value: dates.date(user.create_at)},
              {term: 'Deactivated', value: user.delete_at > 0 ? dates.dateTime(user.delete_at) : ''},
              {term: 'Id', value: <code>{user.id}</code>},
            ].filter(({value}) => value !== '')}
          />
        </div>
      </section>
      <UserTeams user={user} />
      {!user.is_bot && <UserSessions user={user} />}
      <UserTokens user={user} />
      {user.is_bot && <BotPanel bot={user} />}
    </AdministrationPage>
  );
}

function BotPanel({bot}: {bot: UserProfile}) {
  const navigate = useNavigate();
  // The pages of integrations belong to a team; that of a bot is the same in all of them.
  const [team] = useTeams();
  return (
    <Panel
      title="A bot"
      text={bot.bot_description || 'It acts for a program and cannot sign in.'}
      actions={
        team && (
          <Button icon="bot" onPress={() => navigate(integrationsPath(team.name, 'bots', bot.id))}>
            Tokens and rights
          </Button>
        )
      }
    />
  );
}

type Asked = 'deactivate' | 'convert' | 'admin' | 'member' | 'password';

function AccountMenu({user}: {user: UserProfile}) {
  const me = useMe();
  const [asked, setAsked] = useState<Asked>();
  const {change} = useChange();
  const isActive = user.delete_at === 0;
  const isAdministrator = roleOf(user) === 'Administrator';
  const isOther = user.id !== me.id;
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu label="What to do with the account" trigger={<Button icon="chevronDown">Manage</Button>}>
        {isOther && isActive ? (
          <MenuItem icon="shield" onAction={() => setAsked(isAdministrator ? 'member' : 'admin')}>
            {isAdministrator ? 'Make a plain member' : 'Make administrator'}
          </MenuItem>
        ) : null}
        {isOther && !user.is_bot ? (
          <MenuItem icon="key" onAction={() => setAsked('password')}>
            Set a new password
          </MenuItem>
        ) : null}
        {user.is_bot ? null : (
          <MenuItem
            icon="lock"
            onAction={() =>
              void change(() => server.resetFailedAttempts(user.id), 'The account can sign in again.')
            }
          >
            Unlock after failed sign-ins
          </MenuItem>
        )}
        {isOther && !user.is_bot ? (
          <MenuItem icon="bot" onAction={() => setAsked('convert')}>
            Make it a bot
          </MenuItem>
        ) : null}
        {isOther ? <MenuSeparator /> : null}
        {isOther && isActive ? (
          <MenuItem icon="close" danger onAction={() => setAsked('deactivate')}>
            Deactivate
          </MenuItem>
        ) : null}
        {isOther && !isActive ? (
          <MenuItem
            icon="check"
            onAction={() => void change(() => setActive(user, true), `${user.username} is active again.`)}
          >
            Activate again
          </MenuItem>
        ) : null}
      </Menu>
      {asked === 'password' && <ResetPasswordDialog user={user} onClose={close} />}
      {asked && asked !== 'password' && <Confirmation user={user} asked={asked} onClose={close} />}
    </>
  );
}

function setActive(user: UserProfile, isActive: boolean): Promise<unknown> {
  if (!user.is_bot) return server.updateUserActive(user.id, isActive);
  return isActive ? server.enableBot(user.id) : server.disableBot(user.id);
}

function Confirmation({
  user,
  asked,
  onClose,
}: {
  user: UserProfile;
  asked: Exclude<Asked, 'password'>;
  onClose: () => void;
}) {
  const name = user.username;
  const roles = user.roles.split(' ').filter((role) => role !== 'system_admin');
  const {title, text, label, done, danger, work} = {
    deactivate: {
      title: `Deactivate ${name}?`,
      text: 'All of its sessions end, and nobody can sign in to it. What it wrote stays. You can activate it again at any time.',
      label: 'Deactivate',
      done: `${name} is deactivated.`,
      danger: true,
      work: () => setActive(user, false),
    },
    convert: {
      title: `Make ${name} a bot?`,
      text: 'A program acts for it from then on. Its sessions end, its password no longer works, and it belongs to you. What it wrote stays.',
      label: 'Make it a bot',
      done: `${name} is a bot now.`,
      danger: true,
      work: () => server.call(`/users/${user.id}/convert_to_bot`, {method: 'POST'}),
    },
    admin: {
      title: `Make ${name} an administrator?`,
      text: 'An administrator can see and change everything on this server, every channel and message included.',
      label: 'Make administrator',
      done: `${name} is an administrator now.`,
      danger: false,
      work: () => server.updateUserRoles(user.id, [...roles, 'system_admin'].join(' ')),
    },
    member: {
      title: `Make ${name} a plain member?`,
      text: 'The account can no longer run this server.',
      label: 'Make a plain member',
      done: `${name} is a plain member now.`,
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
        tellDone(done);
      }}
    >
      {text}
    </ConfirmDialog>
  );
}
