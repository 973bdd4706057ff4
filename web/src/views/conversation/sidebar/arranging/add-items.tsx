import {t} from '@lingui/core/macro';
import {MenuItem, MenuSeparator} from '../../../../components/ui/menu.tsx';
import {useCurrentTeam, useMayCreateChannel} from '../../../../data/teams/teams.ts';
import {goTo} from '../../../../lib/go-to.ts';

interface AddItemsProps {
  onDialog: (dialog: 'browse' | 'create' | 'direct') => void;
}

/** The items of the menu that adds channels and people to the sidebar. */
export default function AddItems({onDialog}: AddItemsProps) {
  const team = useCurrentTeam();
  const mayCreate = useMayCreateChannel(team.id);
  return (
    <>
      <MenuItem icon="hash" onAction={() => onDialog('browse')}>
        {t`Browse channels`}
      </MenuItem>
      {mayCreate && (
        <MenuItem icon="add" onAction={() => onDialog('create')}>
          {t`Create channel`}
        </MenuItem>
      )}
      <MenuItem icon="message" onAction={() => onDialog('direct')}>
        {t`New direct message`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="people" onAction={() => goTo('/_teams')}>
        {t`Join or create a team`}
      </MenuItem>
    </>
  );
}
