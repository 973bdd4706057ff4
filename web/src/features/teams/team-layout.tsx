import {useEffect} from 'react';
import {Outlet, useParams} from 'react-router';
import {part} from '../../components/part.tsx';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {themeTeam} from '../../lib/imported-theme.ts';
import {useStore} from '../../lib/store.ts';
import {Missing} from '../channels/channel-page.tsx';
import {ChannelSidebar} from '../channels/sidebar.tsx';
import {switcherOpen} from '../channels/switcher-state.ts';
import {DialogHost} from '../dialogs/dialog-host.tsx';
import {Frame} from '../frame/frame.tsx';
import {CurrentTeamProvider, rememberLastTeam, useTeamsQuery} from './teams.ts';

const SwitcherDialog = part(() => import('../channels/switcher.tsx'));

/** The pages of a team: its channels at the side, and one of them, or something else, as the page. */
export function TeamLayout() {
  const {team: name = ''} = useParams();
  const {data: teams, error, refetch} = useTeamsQuery();
  const isSwitching = useStore(switcherOpen);
  const team = teams?.find((one) => one.name === name);
  useEffect(() => {
    if (team) rememberLastTeam(team.name);
  }, [team]);
  useEffect(() => {
    themeTeam.set(team?.id ?? '');
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
      <Frame sidebarLabel="Channels" sidebar={<ChannelSidebar />}>
        <Outlet />
      </Frame>
      {isSwitching && <SwitcherDialog />}
      <DialogHost />
    </CurrentTeamProvider>
  );
}
