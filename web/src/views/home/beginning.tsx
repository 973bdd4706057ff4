import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {type ReactNode, useState} from 'react';
import {useNavigate} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import CreateTeamDialog from '../../components/teams/create-team.tsx';
import {OpenTeams} from '../../components/teams/joining/open-teams.tsx';
import {Button} from '../../components/ui/button.tsx';
import {Icon, type IconName} from '../../components/ui/icon.tsx';
import {lazyDialog} from '../../components/ui/lazy-component.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {hasImport} from '../../data/imports/imports.ts';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {signOut, useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {useOpenTeams} from '../../data/teams/open-teams.ts';
import {CurrentTeamProvider, useMayCreateTeam, useTeams} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {server} from '../../lib/server.ts';
import styles from './beginning.module.css';

const InviteDialog = lazyDialog(() =>
  withCatalog('pages', import('../../components/invitations/invite-dialog.tsx')),
);

/**
 * The page for people without a team: what they can do. Administrators of a server without teams see how to set it up,
 * also after they create the first team.
 */
export default function Beginning() {
  const {SiteName} = useClientConfig();
  const me = useMe();
  const isAdministrator = useIsAdministrator();
  const hasTeam = useTeams().length > 0;
  const {data: openTeams} = useOpenTeams();
  const isNewServer = isAdministrator && (hasTeam || openTeams?.length === 0);
  const name = me.first_name || me.username;
  return (
    <Frame>
      <PageHeader column="page" title={SiteName || 'Patchbay'} />
      <PanelPage>
        <div className={styles.content}>
          <h2 className={styles.title}>
            <Trans>Welcome, {name}</Trans>
          </h2>
          {isNewServer ? <FirstSteps /> : (openTeams || !isAdministrator) && <NoTeam />}
          <p>
            <Button kind="quiet" icon="signOut" onPress={() => void signOut()}>
              <Trans>Sign out</Trans>
            </Button>
          </p>
        </div>
      </PanelPage>
    </Frame>
  );
}

function NoTeam() {
  const navigate = useNavigate();
  const isAdministrator = useIsAdministrator();
  const mayCreate = useMayCreateTeam();
  const {data: openTeams = []} = useOpenTeams();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <p className={styles.lead}>
        {openTeams.length > 0 ? (
          <Trans>You aren't in a team yet. Join one, or open an invitation link that someone sent you.</Trans>
        ) : (
          <Trans>You aren't in a team yet. Ask someone for an invitation link, and open it here.</Trans>
        )}
      </p>
      <OpenTeams />
      {(mayCreate || isAdministrator) && (
        <div className={styles.actions}>
          {mayCreate && (
            <Button icon="add" onPress={() => setCreating(true)}>
              <Trans>Create team</Trans>
            </Button>
          )}
          {isAdministrator && (
            <Button icon="server" onPress={() => navigate('/_admin')}>
              <Trans>Administration</Trans>
            </Button>
          )}
        </div>
      )}
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function FirstSteps() {
  const navigate = useNavigate();
  const [team] = useTeams();
  const teamName = team?.display_name;
  const [isCreating, setCreating] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const {data: hasOthers = false} = useQuery({
    queryKey: ['has-others', team?.id],
    queryFn: async () => (await server.getTeamStats(team!.id)).total_member_count > 1,
    enabled: team !== undefined,
    staleTime: 0,
  });
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
      <p className={styles.lead}>
        <Trans>Set up your server in four steps. Do them in any order, now or later.</Trans>
      </p>
      <ol className={styles.steps}>
        <Step number={1} icon="people" title={t`Create your first team`} isDone={team !== undefined}>
          <p>
            <Trans>Channels, people and integrations belong to a team.</Trans>
          </p>
          {team ? (
            <Button icon="message" onPress={() => navigate(`/${team.name}`)}>
              <Trans>Open {teamName}</Trans>
            </Button>
          ) : (
            <Button kind="primary" onPress={() => setCreating(true)}>
              <Trans>Create team</Trans>
            </Button>
          )}
        </Step>
        <Step number={2} icon="personAdd" title={t`Invite people`} isDone={hasOthers}>
          <p>
            {team ? (
              <Trans>Send invitations by email, or share a link.</Trans>
            ) : (
              <Trans>Send invitations by email, or share a link. Create a team first.</Trans>
            )}
          </p>
          <Button
            kind={team && !hasOthers ? 'primary' : 'secondary'}
            isDisabled={!team}
            onPress={() => setInviting(true)}
          >
            <Trans>Invite people</Trans>
          </Button>
        </Step>
        <Step number={3} icon="hook" title={t`Connect an integration`} isDone={hasWebhook}>
          <p>
            {team ? (
              <Trans>With an incoming webhook, any program can post to a channel.</Trans>
            ) : (
              <Trans>With an incoming webhook, any program can post to a channel. Create a team first.</Trans>
            )}
          </p>
          <Button
            kind={team && !hasWebhook ? 'primary' : 'secondary'}
            isDisabled={!team}
            onPress={() => navigate(`/_integrations/${team!.name}/incoming_webhooks`)}
          >
            <Trans>Create webhook</Trans>
          </Button>
        </Step>
        <Step number={4} icon="upload" title={t`Import your history`} isDone={hasImported}>
          <p>
            <Trans>Import teams, people and messages from a file, as often as you like.</Trans>
          </p>
          <Button onPress={() => navigate('/_admin/import')}>
            <Trans>Open import</Trans>
          </Button>
        </Step>
      </ol>
      {isInviting && team && (
        <CurrentTeamProvider value={team}>
          <InviteDialog onClose={() => setInviting(false)} />
        </CurrentTeamProvider>
      )}
      {isCreating && (
        <CreateTeamDialog onClose={() => setCreating(false)} onCreated={() => navigate('/_start')} />
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
          {number}. {title} {isDone && <Tag kind="good">{t`DONE`}</Tag>}
        </h3>
        {children}
      </div>
    </li>
  );
}
