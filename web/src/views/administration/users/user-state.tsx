import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {Tag} from '../../../components/ui/tag.tsx';

export function UserState({user}: {user: UserProfile}) {
  return user.delete_at > 0 ? <Tag kind="bad">{t`Deactivated`}</Tag> : <Tag kind="good">{t`Active`}</Tag>;
}

export function isAdministrator(user: UserProfile): boolean {
  return user.roles.split(' ').includes('system_admin');
}
