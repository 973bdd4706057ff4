import {useQuery} from '@tanstack/react-query';
import {type ReactNode, useState} from 'react';
import {useNavigate} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import CreateTeamDialog from '../../components/teams/create-team.tsx';
import {OpenTeams} from '../../components/teams/open-teams.tsx';
import {Button} from '../../components/ui/button.tsx';
import {Icon, type IconName} from '../../components/ui/icon.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {hasImport} from '../../data/imports/imports.ts';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {signOut, useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {useMayCreateTeam, useTeams} from '../../data/teams/teams.ts';
import {server} from '../../lib/server.ts';
import styles from './beginning.module.css';

/** The page of somebody who is in no team: on a fresh server, the three steps to a useful one. */
export default function Beginning() {
  const {SiteName} = useClientConfig();
  const me = useMe();
  const isAdministrator = useIsAdministrator();
  const hasTeam = useTeams().length > 0;
  return (
    <Frame>
      <PageHeader title={SiteName || 'Patchbay'} />
      <div className={styles.scroll}>
        <div className={styles.page}>
          <h2 className={styles.title}>Welcome, {me.first_name || me.username}</h2>
          {isAdministrator ? <FirstSteps /> : <NoTeam />}
          {!hasTeam && <OpenTeams />}
          <p>
            <Button kind="quiet" icon="signOut" onPress={() => void signOut()}>
              Sign out
            </Button>
          </p>
        </div>
      </div>
    </Frame>
  );
}

function NoTeam() {
  const mayCreate = useMayCreateTeam();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <p className={styles.lead}>
        You are in no team yet. Join one, or open the link of an invitation that somebody has sent you.
      </p>
      {mayCreate && (
        <Button icon="add" onPress={() => setCreating(true)}>
          Make a team
        </Button>
      )}
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function FirstSteps() {
  const navigate = useNavigate();
  const [team] = useTeams();
  const [isCreating, setCreating] = useState(false);
  const {data: hasWebhook = false} = useQuery({
    queryKey: ['has-webhook'],
    queryFn: async () => ((await server.getIncomingWebhooks('', 0, 1)) as unknown[]).length > 0,
    enabled: team !== undefined,
    staleTime: 0,
  });
  const {data: hasImported = false} = useQuery({
    queryKey: ['has-imported'],
    queryFn: hasImport,
    staleTime: 0,
  });
  return (
    <>
      <p className={styles.lead}>Three steps make this server useful. Take them in any order, or later.</p>
      <ol className={styles.steps}>
        <Step number={1} icon="people" title="Make the first team" isDone={team !== undefined}>
          <p>Channels, people and integrations belong to a team.</p>
          {team ? (
            <Button icon="message" onPress={() => navigate(`/${team.name}`)}>
              Open {team.display_name}
            </Button>
          ) : (
            <Button kind="primary" onPress={() => setCreating(true)}>
              Make a team
            </Button>
          )}
        </Step>
        <Step number={2} icon="hook" title="Plug something in" isDone={hasWebhook}>
          <p>
            With an incoming webhook, any program posts to a channel by one request
            {team ? '' : ', once there is a team'}.
          </p>
          <Button
            kind={team && !hasWebhook ? 'primary' : 'secondary'}
            isDisabled={!team}
            onPress={() => navigate(`/_integrations/${team!.name}/incoming_webhooks`)}
          >
            Make a webhook
          </Button>
        </Step>
        <Step number={3} icon="upload" title="Bring along what you have" isDone={hasImported}>
          <p>Import teams, people and messages from a file, as often as you like.</p>
          <Button onPress={() => navigate('/_admin/import')}>Open the import</Button>
        </Step>
      </ol>
      {isCreating && (
        <CreateTeamDialog onClose={() => setCreating(false)} onMade={() => navigate('/_start')} />
      )}
    </>
  );
}

function Step({
  number,
  icon,
  title,
  isDone,
  children,
}: {
  number: number;
  icon: IconName;
  title: string;
  isDone: boolean;
  children: ReactNode;
}) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.icon}>
        <Icon name={isDone ? 'check' : icon} size={24} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.stepTitle}>
          {number}. {title} {isDone && <Tag kind="good">DONE</Tag>}
        </h3>
        {children}
      </div>
    </li>
  );
}
