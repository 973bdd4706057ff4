import {lazyComponent, lazyDialog} from '../../components/ui/lazy-component.tsx';
import {withCatalog} from '../../lib/i18n.ts';
import {$teamDialog, closeTeamDialog} from './team-dialog-state.ts';

const BrowseChannelsDialog = lazyDialog(() =>
  withCatalog('conversation', import('./sidebar/dialogs/browse-channels.tsx')),
);
const CreateCategoryDialog = lazyDialog(() =>
  withCatalog('conversation', import('./menus/create-category.tsx')),
);
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
const NewDirectDialog = lazyDialog(() =>
  withCatalog('conversation', import('./sidebar/dialogs/new-direct.tsx')),
);
const ReadAllDialog = lazyComponent(() =>
  withCatalog('conversation', import('./sidebar/arranging/read-all.tsx')),
);
const TeamMembersDialog = lazyDialog(() => import('../../components/teams/team-members.tsx'));
const TeamSettingsDialog = lazyDialog(() => withCatalog('conversation', import('./menus/team-settings.tsx')));

/** A dialog about the open team or its channels. */
export type TeamDialog =
  | 'browse'
  | 'create'
  | 'category'
  | 'direct'
  | 'invite'
  | 'members'
  | 'groups'
  | 'settings'
  | 'leave'
  | 'readAll';

/** Opens a dialog about the open team or its channels. */
export function openTeamDialog(dialog: TeamDialog): void {
  $teamDialog.set(<OpenDialog dialog={dialog} />);
}

function OpenDialog({dialog}: {dialog: TeamDialog}) {
  switch (dialog) {
    case 'browse':
      return <BrowseChannelsDialog onClose={closeTeamDialog} onCreate={() => openTeamDialog('create')} />;
    case 'create':
      return <CreateChannelDialog onClose={closeTeamDialog} />;
    case 'category':
      return <CreateCategoryDialog onClose={closeTeamDialog} />;
    case 'direct':
      return <NewDirectDialog onClose={closeTeamDialog} />;
    case 'invite':
      return <InviteDialog onClose={closeTeamDialog} />;
    case 'members':
      return <TeamMembersDialog onClose={closeTeamDialog} />;
    case 'groups':
      return <GroupsDialog onClose={closeTeamDialog} />;
    case 'settings':
      return <TeamSettingsDialog onClose={closeTeamDialog} />;
    case 'leave':
      return <LeaveTeamDialog onClose={closeTeamDialog} />;
    case 'readAll':
      return <ReadAllDialog onClose={closeTeamDialog} />;
  }
}
