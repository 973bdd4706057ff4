import {t} from '@lingui/core/macro';
import {useStore} from '@nanostores/react';
import {useEffect} from 'react';
import {Outlet, useParams} from 'react-router';
import {DialogHost} from '../../components/dialogs/dialog-host.tsx';
import {Frame} from '../../components/frame/frame.tsx';
import {Missing} from '../../components/frame/missing-page.tsx';
import {lazyComponent, lazyDialog} from '../../components/ui/lazy-component.tsx';
import {LoadingState, NotLoaded} from '../../components/ui/state.tsx';
import {$themeTeam} from '../../data/preferences/display.ts';
import {$newTeamId, CurrentTeamProvider, rememberLastTeam, useTeamsQuery} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {ChannelSidebar} from './sidebar/sidebar.tsx';
import {$teamDialog, closeTeamDialog} from './team-dialog-state.ts';

const InviteDialog = lazyDialog(() =>
  withCatalog('pages', import('../../components/invitations/invite-dialog.tsx')),
);

const OtherTeam = lazyComponent(
  () => withCatalog('pages', import('../../components/teams/joining/other-team.tsx')),
  <LoadingState />,
);

/** Created once, because the layout renders with each change of the address. */
const sidebar = <ChannelSidebar />;

/** The pages of a team: its channels in the sidebar, and the page itself next to it. */
export function TeamLayout() {
  const {team: name = ''} = useParams();
  const {data: teams, error, refetch} = useTeamsQuery();
  const team = teams?.find((one) => one.name === name);
  const isNew = useStore($newTeamId) === team?.id;
  const dialog = useStore($teamDialog);
  // It isn't open again when the person comes back.
  useEffect(() => closeTeamDialog, []);
  useEffect(() => {
    if (team) rememberLastTeam(team.name);
  }, [team]);
  useEffect(() => {
    $themeTeam.set(team?.id ?? '');
  }, [team]);
  if (!teams) {
    return <NotLoaded error={error} onRetry={() => void refetch()} />;
  }
  if (!team) {
    return (
      <Frame>{name.startsWith('_') ? <Missing what="page" /> : <OtherTeam key={name} name={name} />}</Frame>
    );
  }
  return (
    <CurrentTeamProvider value={team}>
      <Frame sidebarLabel={t`Channels`} sidebar={sidebar} canHide="team">
        <Outlet />
      </Frame>
      <DialogHost />
      {dialog}
      {isNew && <InviteDialog closeLabel={t`Skip`} onClose={() => $newTeamId.set('')} />}
    </CurrentTeamProvider>
  );
}
