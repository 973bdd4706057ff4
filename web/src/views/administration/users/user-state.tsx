import type {UserProfile} from '@mattermost/types/users';
import {Tag} from '../../../components/ui/tag.tsx';

export function UserState({user}: {user: UserProfile}) {
  return user.delete_at > 0 ? <Tag kind="bad">Deactivated</Tag> : <Tag kind="good">Active</Tag>;
}

/** What an account is on the whole server, in a word. */
export function roleOf(user: UserProfile): string {
  const roles = user.roles.split(' ');
  if (roles.includes('system_admin')) return 'Administrator';
  return roles.includes('system_guest') ? 'Guest' : 'Member';
}
