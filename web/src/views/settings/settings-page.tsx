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

const SECTIONS: {path: string; label: string; icon: IconName; page: ComponentType}[] = [
  {path: 'profile', label: 'Profile', icon: 'person', page: Profile},
  {path: 'security', label: 'Security', icon: 'shield', page: Security},
  {path: 'notifications', label: 'Notifications', icon: 'bell', page: Notifications},
  {path: 'display', label: 'Display', icon: 'sun', page: Display},
  {path: 'messages', label: 'Messages', icon: 'message', page: Messages},
  {path: 'sidebar', label: 'Sidebar', icon: 'list', page: Sidebar},
];

/** What somebody can set of their own account, a page for each subject. */
export default function SettingsPage() {
  const {section} = useParams();
  const shown = SECTIONS.find(({path}) => path === section);
  if (!shown) return <Navigate to="/_settings/profile" replace />;
  const {page: Page, label} = shown;
  return (
    <Frame sidebarLabel="Your settings" sidebar={<Sections />}>
      <PageHeader title={label} />
      <PanelPage>
        <Page key={section} />
      </PanelPage>
    </Frame>
  );
}

function Sections() {
  return (
    <SectionSidebar
      title="Your settings"
      base="/_settings"
      sections={[{title: '', pages: SECTIONS.map(({path, label, icon}) => ({path, label, icon}))}]}
    >
      <Link to="/" className={styles.back}>
        <Icon name="arrowLeft" size={18} /> Back to the messages
      </Link>
    </SectionSidebar>
  );
}
