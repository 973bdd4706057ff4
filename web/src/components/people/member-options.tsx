import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {IconButton} from '../ui/icon-button.tsx';
import {Menu, MenuItem} from '../ui/menu.tsx';

interface MemberOptionsProps {
  person: UserProfile;
  of: 'channel' | 'team';
  isAdmin: boolean;
  /** Actions that aren't allowed are left out. */
  onMessage?: (() => void) | undefined;
  onChangeRole?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** The menu for a member of a channel or a team. */
export function MemberOptions({person, of, isAdmin, onMessage, onChangeRole, onRemove}: MemberOptionsProps) {
  const {username} = person;
  const label = t`More actions for ${username}`;
  const inTeam = of === 'team';
  return (
    <Menu label={label} trigger={<IconButton icon="more" size="small" label={label} />}>
      {onMessage ? (
        <MenuItem icon="message" onAction={onMessage}>
          {t({message: 'Message', context: 'verb'})}
        </MenuItem>
      ) : null}
      {onChangeRole ? (
        <MenuItem icon="shield" onAction={onChangeRole}>
          {isAdmin
            ? inTeam
              ? t`Make team member`
              : t`Make channel member`
            : inTeam
              ? t`Make team administrator`
              : t`Make channel administrator`}
        </MenuItem>
      ) : null}
      {onRemove ? (
        <MenuItem icon="trash" danger onAction={onRemove}>
          {inTeam ? t`Remove from team` : t`Remove from channel`}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
