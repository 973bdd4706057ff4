import {t} from '@lingui/core/macro';
import {MenuItem, MenuSeparator} from '../../../../components/ui/menu.tsx';
import {useCurrentTeam, useMayCreateChannel} from '../../../../data/teams/teams.ts';
import {goTo} from '../../../../lib/go-to.ts';
import {openTeamDialog} from '../../team-dialogs.tsx';

/** The items of the menu that adds channels and people to the sidebar. */
export default function AddItems() {
  const team = useCurrentTeam();
  const mayCreate = useMayCreateChannel(team.id);
  return (
    <>
      <MenuItem icon="hash" onAction={() => openTeamDialog('browse')}>
        {t`Browse channels`}
      </MenuItem>
      {mayCreate && (
        <MenuItem icon="add" onAction={() => openTeamDialog('create')}>
          {t`Create channel`}
        </MenuItem>
      )}
      <MenuItem icon="message" onAction={() => openTeamDialog('direct')}>
        {t`New direct message`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="people" onAction={() => goTo('/_teams')}>
        {t`Join or create a team`}
      </MenuItem>
    </>
  );
}
