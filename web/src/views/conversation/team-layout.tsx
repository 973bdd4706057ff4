import {t} from '@lingui/core/macro';
import {useEffect} from 'react';
import {Outlet, useParams} from 'react-router';
import {DialogHost} from '../../components/dialogs/dialog-host.tsx';
import {Frame} from '../../components/frame/frame.tsx';
import {Missing} from '../../components/frame/page-header.tsx';
import {ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {$themeTeam} from '../../data/preferences/display.ts';
import {CurrentTeamProvider, rememberLastTeam, useTeamsQuery} from '../../data/teams/teams.ts';
import {ChannelSidebar} from './sidebar/sidebar.tsx';

/** The pages of a team: its channels in the sidebar, and the page itself next to it. */
export function TeamLayout() {
  const {team: name = ''} = useParams();
  const {data: teams, error, refetch} = useTeamsQuery();
  const team = teams?.find((one) => one.name === name);
  useEffect(() => {
    if (team) rememberLastTeam(team.name);
  }, [team]);
  useEffect(() => {
    $themeTeam.set(team?.id ?? '');
  }, [team]);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!teams) return <LoadingState />;
  if (!team) {
    return (
      <Frame>
        <Missing what={name.startsWith('_') ? 'page' : 'team'} />
      </Frame>
    );
  }
  return (
    <CurrentTeamProvider value={team}>
      <Frame sidebarLabel={t`Channels`} sidebar={<ChannelSidebar />}>
        <Outlet />
      </Frame>
      <DialogHost />
    </CurrentTeamProvider>
  );
}
