import {useRef} from 'react';
import {Navigate} from 'react-router';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {LoadingState, NotLoaded} from '../../components/ui/state.tsx';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {lastTeamName, useTeamsQuery} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';

/** The first steps of people without a team. */
export const Beginning = lazyComponent(
  () => withCatalog('pages', import('./beginning.tsx')),
  <LoadingState />,
);

/** The page at `/`. Redirects to the team that was open last. People without a team see the first steps. */
export function HomePage() {
  const {data: teams, error, refetch} = useTeamsQuery();
  const isAdministrator = useIsAdministrator();
  const hadTeam = useRef<boolean>(undefined);
  if (!teams) {
    return <NotLoaded error={error} onRetry={() => void refetch()} />;
  }
  const team = teams.find(({name}) => name === lastTeamName()) ?? teams[0];
  hadTeam.current ??= team !== undefined;
  // Administrators stay at the first steps when the team that they create there is announced.
  const isStarting = isAdministrator && !hadTeam.current;
  return team && !isStarting ? <Navigate to={`/${team.name}`} replace /> : <Beginning />;
}
