import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ComponentType} from 'react';
import {Link, Navigate, useParams} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {SectionSidebar} from '../../components/frame/section-sidebar.tsx';
import {Icon, type IconName} from '../../components/ui/icon.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {LoadingState} from '../../components/ui/state.tsx';
import styles from './settings.module.css';

const Profile = lazyComponent(() => import('./profile.tsx'), <LoadingState />);
const Security = lazyComponent(() => import('./security.tsx'), <LoadingState />);
const Notifications = lazyComponent(() => import('./notifications.tsx'), <LoadingState />);
const Display = lazyComponent(() => import('./display.tsx'), <LoadingState />);
const Messages = lazyComponent(() => import('./messages.tsx'), <LoadingState />);
const Sidebar = lazyComponent(() => import('./sidebar.tsx'), <LoadingState />);

const SECTIONS: {path: string; label: MessageDescriptor; icon: IconName; page: ComponentType}[] = [
  {path: 'profile', label: msg`Profile`, icon: 'person', page: Profile},
  {path: 'security', label: msg`Security`, icon: 'shield', page: Security},
  {path: 'notifications', label: msg`Notifications`, icon: 'bell', page: Notifications},
  {path: 'display', label: msg`Display`, icon: 'sun', page: Display},
  {path: 'messages', label: msg`Messages`, icon: 'message', page: Messages},
  {path: 'sidebar', label: msg`Sidebar`, icon: 'list', page: Sidebar},
];

/** The settings of the signed-in person, a page for each subject. */
export default function SettingsPage() {
  const {section} = useParams();
  const shown = SECTIONS.find(({path}) => path === section);
  if (!shown) return <Navigate to="/_settings/profile" replace />;
  const {page: Page, label} = shown;
  return (
    <Frame sidebarLabel={t`Settings`} sidebar={<Sections />}>
      <PageHeader title={i18n._(label)} />
      <PanelPage>
        <Page key={section} />
      </PanelPage>
    </Frame>
  );
}

function Sections() {
  return (
    <SectionSidebar
      title={t`Settings`}
      base="/_settings"
      sections={[
        {title: '', pages: SECTIONS.map(({path, label, icon}) => ({path, label: i18n._(label), icon}))},
      ]}
    >
      <Link to="/" className={styles.back}>
        <Icon name="arrowLeft" size={18} /> <Trans>Back to messages</Trans>
      </Link>
    </SectionSidebar>
  );
}
