import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {lazyComponent, lazyDialog} from '../../components/ui/lazy-component.tsx';
import {withCatalog} from '../../lib/i18n.ts';

const BrowseChannelsDialog = lazyDialog(() => import('./sidebar/browse-channels.tsx'));
const CreateChannelDialog = lazyDialog(() =>
  withCatalog('conversation', import('../../components/channels/dialogs/create-channel.tsx')),
);
const GroupsDialog = lazyDialog(() =>
  withCatalog('pages', import('../../components/groups/groups-dialog.tsx')),
);
const InviteDialog = lazyDialog(() =>
  withCatalog('pages', import('../../components/invitations/invite-dialog.tsx')),
);
const LeaveTeamDialog = lazyComponent(() => withCatalog('conversation', import('./menus/leave-team.tsx')));
const NewDirectDialog = lazyDialog(() => import('./sidebar/new-direct.tsx'));
const TeamMembersDialog = lazyDialog(() => import('../../components/teams/team-members.tsx'));
const TeamSettingsDialog = lazyDialog(() => withCatalog('conversation', import('./menus/team-settings.tsx')));

type TeamDialog = 'browse' | 'create' | 'direct' | 'invite' | 'members' | 'groups' | 'settings' | 'leave';

const $dialog = atom<TeamDialog | undefined>(undefined);

/** Opens a dialog about the open team or its channels. */
export function openTeamDialog(dialog: TeamDialog): void {
  $dialog.set(dialog);
}

const close = () => $dialog.set(undefined);

/** The dialog that a menu of the sidebar or the palette opened. */
export function TeamDialogs() {
  // Not again when the person comes back.
  useEffect(() => close, []);
  switch (useStore($dialog)) {
    case 'browse':
      return <BrowseChannelsDialog onClose={close} onCreate={() => openTeamDialog('create')} />;
    case 'create':
      return <CreateChannelDialog onClose={close} />;
    case 'direct':
      return <NewDirectDialog onClose={close} />;
    case 'invite':
      return <InviteDialog onClose={close} />;
    case 'members':
      return <TeamMembersDialog onClose={close} />;
    case 'groups':
      return <GroupsDialog onClose={close} />;
    case 'settings':
      return <TeamSettingsDialog onClose={close} />;
    case 'leave':
      return <LeaveTeamDialog onClose={close} />;
    default:
      return null;
  }
}
