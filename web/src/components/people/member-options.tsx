import type {UserProfile} from '@mattermost/types/users';
import {IconButton} from '../ui/icon-button.tsx';
import {Menu, MenuItem} from '../ui/menu.tsx';

interface MemberOptionsProps {
  person: UserProfile;
  /** What they are a member of. */
  of: 'channel' | 'team';
  isAdmin: boolean;
  /** What may not be done is left out. */
  onMessage?: (() => void) | undefined;
  onChangeRole?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** What can be done with a member of a channel or a team. */
export function MemberOptions({person, of, isAdmin, onMessage, onChangeRole, onRemove}: MemberOptionsProps) {
  const label = `${person.username}: options`;
  return (
    <Menu label={label} trigger={<IconButton icon="more" size="small" label={label} />}>
      {onMessage ? (
        <MenuItem icon="message" onAction={onMessage}>
          Message
        </MenuItem>
      ) : null}
      {onChangeRole ? (
        <MenuItem icon="shield" onAction={onChangeRole}>
          {isAdmin ? 'Make a plain member' : `Make ${of} administrator`}
        </MenuItem>
      ) : null}
      {onRemove ? (
        <MenuItem icon="trash" danger onAction={onRemove}>
          {`Remove from the ${of}`}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
