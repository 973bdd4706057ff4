import {plural, t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {isGuest} from '../../../data/people/people.ts';
import {server} from '../../../lib/server.ts';
import type {BulkAction} from '../bulk-actions.ts';
import {isAdministrator} from './user-state.tsx';

/** Activates or deactivates an account or a bot. */
export function setActive(user: UserProfile, isActive: boolean): Promise<unknown> {
  if (!user.is_bot) return server.updateUserActive(user.id, isActive);
  return isActive ? server.enableBot(user.id) : server.disableBot(user.id);
}

/** Actions on several accounts. People can't change their own account with these. */
export function accountActions(ownId: string): BulkAction<UserProfile>[] {
  const isActive = ({delete_at}: UserProfile) => delete_at === 0;
  const without = ({roles}: UserProfile) => roles.split(' ').filter((role) => role !== 'system_admin');
  const activated = (count: number) =>
    plural(count, {one: '# account was activated.', other: '# accounts were activated.'});
  const deactivated = (count: number) =>
    plural(count, {one: '# account was deactivated.', other: '# accounts were deactivated.'});
  const changed = (count: number) =>
    plural(count, {one: 'The role of # user was changed.', other: 'The roles of # users were changed.'});
  const restored = (count: number) =>
    plural(count, {one: 'The role of # user was restored.', other: 'The roles of # users were restored.'});
  const restoreRoles = (user: UserProfile) => server.updateUserRoles(user.id, user.roles);
  return [
    {
      label: t`Activate`,
      appliesTo: (user) => user.id !== ownId && !isActive(user),
      act: (user) => setActive(user, true),
      undo: (user) => setActive(user, false),
      done: activated,
      undone: deactivated,
    },
    {
      label: t`Make administrator`,
      appliesTo: (user) =>
        user.id !== ownId && isActive(user) && !user.is_bot && !isGuest(user) && !isAdministrator(user),
      act: (user) => server.updateUserRoles(user.id, [...without(user), 'system_admin'].join(' ')),
      undo: restoreRoles,
      done: changed,
      undone: restored,
    },
    {
      label: t`Make member`,
      appliesTo: (user) => user.id !== ownId && isActive(user) && isAdministrator(user),
      act: (user) => server.updateUserRoles(user.id, without(user).join(' ')),
      undo: restoreRoles,
      done: changed,
      undone: restored,
    },
    {
      label: t`Deactivate`,
      danger: true,
      appliesTo: (user) => user.id !== ownId && isActive(user),
      act: (user) => setActive(user, false),
      undo: (user) => setActive(user, true),
      done: deactivated,
      undone: activated,
    },
  ];
}
