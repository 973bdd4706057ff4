import {type ReactNode, useState} from 'react';
import {useNavigate} from 'react-router';
import {Button} from '../../components/button.tsx';
import {Icon, type IconName} from '../../components/icon.tsx';
import {useClientConfig} from '../../lib/client-config.ts';
import {useIsAdministrator, useMay} from '../../lib/permissions.ts';
import {signOut, useMe} from '../../lib/session.ts';
import {Frame} from '../frame/frame.tsx';
import {PageHeader} from '../frame/page-header.tsx';
import CreateTeamDialog from '../teams/create-team.tsx';
import {OpenTeams} from '../teams/open-teams.tsx';
import styles from './beginning.module.css';

/** The page of somebody who is in no team: on a fresh server, the three steps to a useful one. */
export default function Beginning() {
  const {SiteName} = useClientConfig();
  const me = useMe();
  const navigate = useNavigate();
  const isAdministrator = useIsAdministrator();
  const mayCreate = useMay('create_team');
  const [isCreating, setCreating] = useState(false);
  return (
    <Frame>
      <PageHeader title={SiteName || 'Patchbay'} />
      <div className={styles.page}>
        <h2 className={styles.title}>Welcome, {me.first_name || me.username}</h2>
        {isAdministrator ? (
          <>
            <p className={styles.lead}>Three steps make this server useful.</p>
            <ol className={styles.steps}>
              <Step number={1} icon="people" title="Make the first team">
                <p>Channels, people and integrations belong to a team.</p>
                <Button kind="primary" onPress={() => setCreating(true)}>
                  Make a team
                </Button>
              </Step>
              <Step number={2} icon="hook" title="Plug something in">
                <p>
                  With an incoming webhook, a program posts to a channel by one request. Once there is a team,
                  you find it under Integrations.
                </p>
              </Step>
              <Step number={3} icon="upload" title="Bring along what you have">
                <p>Import teams, people and messages from a file, as often as you like.</p>
                <Button onPress={() => navigate('/_admin/import')}>Open the import</Button>
              </Step>
            </ol>
          </>
        ) : (
          <>
            <p className={styles.lead}>
              You are in no team yet. Join one, or open the link of an invitation that somebody has sent you.
            </p>
            {mayCreate && (
              <Button icon="add" onPress={() => setCreating(true)}>
                Make a team
              </Button>
            )}
          </>
        )}
        <OpenTeams />
        <p>
          <Button kind="quiet" icon="signOut" onPress={() => void signOut()}>
            Sign out
          </Button>
        </p>
      </div>
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </Frame>
  );
}

function Step({
  number,
  icon,
  title,
  children,
}: {
  number: number;
  icon: IconName;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className={styles.step}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.stepTitle}>
          {number}. {title}
        </h3>
        {children}
      </div>
    </li>
  );
}
