import type {MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';
import type {ComponentType} from 'react';
import type {IconName} from '../../components/ui/icon.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../components/ui/state.tsx';

const Profile = lazyComponent(() => import('./profile.tsx'), <LoadingState />);
const Security = lazyComponent(() => import('./security.tsx'), <LoadingState />);
const Notifications = lazyComponent(() => import('./notifications.tsx'), <LoadingState />);
const Display = lazyComponent(() => import('./display.tsx'), <LoadingState />);
const Messages = lazyComponent(() => import('./messages.tsx'), <LoadingState />);
const Sidebar = lazyComponent(() => import('./sidebar.tsx'), <LoadingState />);

/** The pages of the settings, in the order of the navigation. */
export const SETTINGS_SECTIONS: {
  path: string;
  label: MessageDescriptor;
  icon: IconName;
  page: ComponentType;
}[] = [
  {path: 'profile', label: msg`Profile`, icon: 'person', page: Profile},
  {path: 'security', label: msg`Security`, icon: 'shield', page: Security},
  {path: 'notifications', label: msg`Notifications`, icon: 'bell', page: Notifications},
  {path: 'display', label: msg`Display`, icon: 'sun', page: Display},
  {path: 'messages', label: msg`Messages`, icon: 'message', page: Messages},
  {path: 'sidebar', label: msg`Sidebar`, icon: 'list', page: Sidebar},
];
