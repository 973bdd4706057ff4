import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {Link, useNavigate, useParams} from 'react-router';
import {Missing} from '../../../components/frame/missing-page.tsx';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {pictureUrl} from '../../../data/people/people.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {isNotFound, server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {breakable} from '../breakable.tsx';
import {PageHead} from '../page-head.tsx';
import {UnloadedPage} from '../unloaded-page.tsx';
import {AccountMenu} from './account-menu.tsx';
import {UserAttributes} from './user-attributes.tsx';
import {UserSessions} from './user-sessions.tsx';
import {isAdministrator, UserState} from './user-state.tsx';
import {UserTeams} from './user-teams.tsx';
import {UserTokens} from './user-tokens.tsx';

/** The page that leads to this one. */
const toList = () => ({path: '/_admin/users', label: t`Back to users`});

/** One user: profile, teams, sessions and access tokens. */
export default function UserPage() {
  const {userId = ''} = useParams();
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'user', userId],
    queryFn: () => server.getUser(userId),
    staleTime: 0,
  });
  if (isNotFound(error)) return <Missing what="person" />;
  if (!data) {
    return <UnloadedPage title={t`Users`} back={toList()} error={error} onRetry={() => void refetch()} />;
  }
  return <Account user={data} />;
}

function Account({user}: {user: UserProfile}) {
  const dates = useDates();
  return (
    <AdministrationPage
      title={user.username}
      back={toList()}
      actions={
        <AccountMenu
          user={user}
          label={t`Manage account`}
          trigger={
            <Button icon="chevronDown">
              <Trans>Manage</Trans>
            </Button>
          }
        />
      }
    >
      <PageHead
        label={t`Account`}
        picture={<Avatar name={user.username} src={pictureUrl(user)} size={72} />}
        name={[user.first_name, user.last_name].filter(Boolean).join(' ') || user.username}
        detail={`@${user.username}`}
        tags={
          <>
            {user.is_bot && <Tag>{t`BOT`}</Tag>}
            <UserState user={user} />
            {isAdministrator(user) && <Tag kind="warn">{t`Administrator`}</Tag>}
          </>
        }
        facts={[
          ...(user.is_bot ? [] : [{term: t`Email`, value: user.email && breakable(user.email)}]),
          {term: t`Nickname`, value: user.nickname},
          {term: t({message: 'Position', context: 'job'}), value: user.position},
          {term: t`Created`, value: dates.date(user.create_at)},
          {term: t`Deactivated`, value: user.delete_at > 0 ? dates.dateTime(user.delete_at) : ''},
          {term: t`ID`, value: <code>{user.id}</code>},
        ]}
        links={<Link to={`/_admin/audits?find=${user.id}`}>{t`Audit log`}</Link>}
      />
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
