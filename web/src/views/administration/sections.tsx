import type {ComponentType} from 'react';
import type {Section} from '../../components/frame/section-sidebar.tsx';
import type {IconName} from '../../components/ui/icon.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../components/ui/state.tsx';

interface AdministrationPage {
  /** Below `/_admin`. The page has all addresses below its own, and may have routes for them. */
  path: string;
  label: string;
  icon: IconName;
  page: ComponentType;
}

interface AdministrationSection extends Section {
  pages: readonly AdministrationPage[];
}

const page = (
  path: string,
  label: string,
  icon: IconName,
  load: () => Promise<{default: ComponentType}>,
) => ({
  path,
  label,
  icon,
  page: lazyComponent(load, <LoadingState />),
});

/** Every page of administration, in the order of the navigation. */
export const sections: readonly AdministrationSection[] = [
  {
    title: '',
    pages: [page('', 'Overview', 'preview', () => import('./overview/overview-page.tsx'))],
  },
  {
    title: 'People and places',
    pages: [
      page('users', 'Users', 'person', () => import('./users/users-page.tsx')),
      page('teams', 'Teams', 'people', () => import('./teams/teams-page.tsx')),
      page('channels', 'Channels', 'hash', () => import('./channels/channels-page.tsx')),
    ],
  },
  {
    title: 'Data',
    pages: [
      page(
        'compliance',
        'Compliance reports',
        'shield',
        () => import('./compliance-reports/compliance-reports-page.tsx'),
      ),
      page(
        'exports',
        'Scheduled exports',
        'archive',
        () => import('./compliance-exports/compliance-exports-page.tsx'),
      ),
      page('import', 'Import', 'upload', () => import('./bulk-import/bulk-import-page.tsx')),
      page('backups', 'Backups', 'archive', () => import('./backups/backups-page.tsx')),
    ],
  },
  {
    title: 'System',
    pages: [
      // `integrations` would be taken for that of a team.
      page('all-integrations', 'Integrations', 'hook', () => import('./integrations/integrations-page.tsx')),
      page('settings', 'Settings', 'settings', () => import('./settings/settings-page.tsx')),
      page('jobs', 'Jobs', 'clock', () => import('./jobs/jobs-page.tsx')),
      page('audits', 'Audits', 'list', () => import('./audits/audits-page.tsx')),
      page('health', 'Health', 'server', () => import('./health/health-page.tsx')),
    ],
  },
];
