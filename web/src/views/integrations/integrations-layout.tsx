import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {useEffect} from 'react';
import {Outlet, useNavigate, useParams} from 'react-router';
import {DialogHost} from '../../components/dialogs/dialog-host.tsx';
import {Frame} from '../../components/frame/frame.tsx';
import {Missing} from '../../components/frame/missing-page.tsx';
import {BackLink, SectionSidebar} from '../../components/frame/section-sidebar.tsx';
import {
  integrationsPath,
  SECTIONS,
  type SectionName,
  useAccess,
} from '../../components/integrations/sections.ts';
import {SelectField} from '../../components/ui/select-field.tsx';
import {LoadingState, NotLoaded} from '../../components/ui/state.tsx';
import {
  CurrentTeamProvider,
  rememberLastTeam,
  useCurrentTeam,
  useTeams,
  useTeamsQuery,
} from '../../data/teams/teams.ts';
import {server} from '../../lib/server.ts';
import styles from './integrations-layout.module.css';
import {sectionTexts} from './section-texts.ts';

/** The pages of a team's integrations, with the sections in the sidebar. */
export function IntegrationsLayout() {
  const {team: name = ''} = useParams();
  const {data: teams, error, refetch} = useTeamsQuery();
  const own = teams?.find((one) => one.name === name);
  // Administrators also manage the integrations of teams that they aren't members of.
  const {data: other, isLoading} = useQuery({
    queryKey: ['team-by-name', name],
    queryFn: () => server.getTeamByName(name),
    enabled: teams !== undefined && own === undefined,
  });
  const team = own ?? other;
  useEffect(() => {
    if (own) rememberLastTeam(own.name);
  }, [own]);
  if (!teams) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  if (isLoading) return <LoadingState />;
  if (!team) {
    return (
      <Frame>
        <Missing what="team" />
      </Frame>
    );
  }
  return (
    <CurrentTeamProvider value={team}>
      <Frame sidebar={<Sidebar />} sidebarLabel={t`Integrations`} canHide="sections">
        <Outlet />
      </Frame>
      <DialogHost />
    </CurrentTeamProvider>
  );
}

function Sidebar() {
  const team = useCurrentTeam();
  const teams = useTeams();
  const navigate = useNavigate();
  const teamName = team.display_name;
  const isOwn = teams.some(({id}) => id === team.id);
  const access = useAccess(team.id);
  const offered = (Object.keys(SECTIONS) as SectionName[]).filter(
    (name) => access[name] === 'yes' || access[name] === 'off',
  );
  return (
    <SectionSidebar
      title={t`Integrations`}
      base={integrationsPath(team.name)}
      sections={[
        {
          title: '',
          pages: [
            {path: '', label: t`Overview`, icon: 'hook'},
            ...offered.map((name) => ({
              path: SECTIONS[name].path,
              label: sectionTexts(name).title,
              icon: SECTIONS[name].icon,
            })),
          ],
        },
      ]}
    >
      {isOwn ? (
        <BackLink to={`/${team.name}`}>
          <Trans>Back to {teamName}</Trans>
        </BackLink>
      ) : (
        <BackLink to="/_admin/all-integrations">
          <Trans>Back to all integrations</Trans>
        </BackLink>
      )}
      {isOwn && teams.length > 1 && (
        <div className={styles.team}>
          <SelectField
            label={t`Team`}
            options={teams.map((one) => ({value: one.name, label: one.display_name}))}
            value={team.name}
            onChange={(chosen) => navigate(integrationsPath(chosen))}
          />
        </div>
      )}
    </SectionSidebar>
  );
}
