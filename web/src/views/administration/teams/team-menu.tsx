import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Team} from '@mattermost/types/teams';
import {type ComponentProps, useState} from 'react';
import {useNavigate} from 'react-router';
import {integrationsPath} from '../../../components/integrations/sections.ts';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {joinTeam} from '../../../data/channels/join-team.ts';
import {CurrentTeamProvider, useTeams} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {server} from '../../../lib/server.ts';
import {refreshAdministration, useChange} from '../use-change.ts';

const CreateChannelDialog = lazyDialog(() =>
  withCatalog('conversation', import('../../../components/channels/dialogs/create-channel.tsx')),
);
const InviteDialog = lazyDialog(() =>
  withCatalog('pages', import('../../../components/invitations/invite-dialog.tsx')),
);
const TeamMembersDialog = lazyDialog(() => import('../../../components/teams/team-members.tsx'));
const EditTeamDialog = lazyDialog(() => import('./edit-team.tsx'));

type Opened = 'edit' | 'members' | 'invite' | 'channel' | 'archive';

interface TeamMenuProps {
  team: Team;
  label: string;
  trigger: ComponentProps<typeof Menu>['trigger'];
}

/** What an administrator can do with a team. */
export function TeamMenu({team, label, trigger}: TeamMenuProps) {
  const {change} = useChange();
  const navigate = useNavigate();
  const isMember = useTeams().some(({id}) => id === team.id);
  const name = team.display_name;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Menu label={label} trigger={trigger}>
        {team.delete_at === 0 ? (
          <MenuItem icon="edit" onAction={() => setOpened('edit')}>{t`Edit team`}</MenuItem>
        ) : null}
        <MenuItem icon="people" onAction={() => setOpened('members')}>{t`Members`}</MenuItem>
        {team.delete_at === 0 ? (
          <MenuItem icon="personAdd" onAction={() => setOpened('invite')}>{t`Invite people`}</MenuItem>
        ) : null}
        {team.delete_at === 0 && !isMember ? (
          <MenuItem
            icon="people"
            onAction={() => void change(() => joinTeam(team.id), t`You joined ${name}.`)}
          >{t`Join team`}</MenuItem>
        ) : null}
        {team.delete_at === 0 && isMember ? (
          <MenuItem icon="add" onAction={() => setOpened('channel')}>{t`Create channel`}</MenuItem>
        ) : null}
        {team.delete_at === 0 ? (
          <MenuItem
            icon="hook"
            onAction={() => navigate(integrationsPath(team.name))}
          >{t`Integrations`}</MenuItem>
        ) : null}
        {team.delete_at === 0 ? (
          <MenuItem
            icon={team.allow_open_invite ? 'lock' : 'globe'}
            onAction={() =>
              void change(() =>
                server.call(`/teams/${team.id}/privacy`, {
                  method: 'PUT',
                  body: {privacy: team.allow_open_invite ? 'I' : 'O'},
                }),
              )
            }
          >
            {team.allow_open_invite ? t`Require an invitation` : t`Let anyone join`}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        {team.delete_at === 0 ? (
          <MenuItem icon="archive" danger onAction={() => setOpened('archive')}>
            {t({message: 'Archive', context: 'verb'})}
          </MenuItem>
        ) : (
          <MenuItem
            icon="refresh"
            onAction={() => void change(() => server.unarchiveTeam(team.id), t`${name} was unarchived.`)}
          >{t`Unarchive`}</MenuItem>
        )}
      </Menu>
      {opened === 'edit' && <EditTeamDialog team={team} onClose={close} />}
      {opened === 'archive' && <ArchiveTeamDialog team={team} onClose={close} />}
      {opened && opened !== 'archive' && opened !== 'edit' && (
        <CurrentTeamProvider value={team}>
          {opened === 'members' && (
            <TeamMembersDialog onClose={() => void refreshAdministration().finally(close)} />
          )}
          {opened === 'invite' && (
            <InviteDialog onClose={() => void refreshAdministration().finally(close)} />
          )}
          {opened === 'channel' && (
            <CreateChannelDialog onClose={() => void refreshAdministration().finally(close)} />
          )}
        </CurrentTeamProvider>
      )}
    </>
  );
}

function ArchiveTeamDialog({team, onClose}: {team: Team; onClose: () => void}) {
  const name = team.display_name;
  return (
    <ConfirmDialog
      title={t`Archive ${name}?`}
      confirmLabel={t`Archive team`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.deleteTeam(team.id);
        await refreshAdministration();
      }}
    >
      <Trans>
        Members can no longer use its channels. Nothing is deleted, and you can unarchive the team on this
        page.
      </Trans>
    </ConfirmDialog>
  );
}
