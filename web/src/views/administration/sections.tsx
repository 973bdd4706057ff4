import type {MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';
import type {ComponentType} from 'react';
import type {IconName} from '../../components/ui/icon.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../components/ui/state.tsx';
import {READ_RETENTION} from '../../data/session/permissions.ts';

interface AdministrationPage {
  /** The path below `/_admin`. The page also handles the paths below it, and may have routes for them. */
  path: string;
  label: MessageDescriptor;
  icon: IconName;
  page: ComponentType;
  /** People who aren't administrators can also see the page if they have this permission. */
  permission?: string;
}

interface AdministrationSection {
  /** Shown above its pages. The first section has none. */
  title?: MessageDescriptor;
  pages: readonly AdministrationPage[];
}

const page = (
  path: string,
  label: MessageDescriptor,
  icon: IconName,
  load: () => Promise<{default: ComponentType}>,
) => ({
  path,
  label,
  icon,
  page: lazyComponent(load, <LoadingState />),
});

/** Every administration page, in the order of the navigation. */
export const sections: readonly AdministrationSection[] = [
  {
    pages: [page('overview', msg`Overview`, 'preview', () => import('./overview/overview-page.tsx'))],
  },
  {
    title: msg`Users and teams`,
    pages: [
      page('users', msg`Users`, 'person', () => import('./users/users-page.tsx')),
      page('post-report', msg`Message report`, 'message', () => import('./reports/post-report-page.tsx')),
      page('teams', msg`Teams`, 'people', () => import('./teams/teams-page.tsx')),
      page('invitations', msg`Invitations`, 'mail', () => import('./invitations/invitations-page.tsx')),
      page('channels', msg`Channels`, 'hash', () => import('./channels/channels-page.tsx')),
      page('groups', msg`Groups`, 'at', () => import('./groups/groups-page.tsx')),
      page('roles', msg`Roles and permissions`, 'lock', () => import('./roles/roles-page.tsx')),
      page('attributes', msg`Attributes`, 'info', () => import('./attributes/attributes-page.tsx')),
    ],
  },
  {
    title: msg`Data`,
    pages: [
      page(
        'compliance',
        msg`Compliance reports`,
        'shield',
        () => import('./compliance-reports/compliance-reports-page.tsx'),
      ),
      page(
        'exports',
        msg`Scheduled exports`,
        'send',
        () => import('./compliance-exports/compliance-exports-page.tsx'),
      ),
      {
        ...page('retention', msg`Data retention`, 'calendar', () => import('./retention/retention-page.tsx')),
        permission: READ_RETENTION,
      },
      page('import', msg`Import`, 'upload', () => import('./bulk-import/bulk-import-page.tsx')),
      page('export', msg`Bulk export`, 'download', () => import('./bulk-exports/bulk-exports-page.tsx')),
      page('backups', msg`Backups`, 'archive', () => import('./backups/backups-page.tsx')),
    ],
  },
  {
    title: msg`System`,
    pages: [
      // `integrations` is already the path of a team's integrations, so this page uses another one.
      page(
        'all-integrations',
        msg`Integrations`,
        'hook',
        () => import('./integrations/integrations-page.tsx'),
      ),
      page('settings', msg`Settings`, 'settings', () => import('./settings/settings-page.tsx')),
      page('push', msg`Push notifications`, 'bell', () => import('./push/push-page.tsx')),
      page('secret-keys', msg`Secret keys`, 'key', () => import('./secret-keys/secret-keys-page.tsx')),
      page('terms', msg`Terms and branding`, 'document', () => import('./terms/terms-page.tsx')),
      page('jobs', msg`Jobs`, 'clock', () => import('./jobs/jobs-page.tsx')),
      page('audits', msg`Audit log`, 'list', () => import('./audits/audits-page.tsx')),
      page('nodes', msg`Nodes`, 'nodes', () => import('./nodes/nodes-page.tsx')),
      page('health', msg`Health`, 'server', () => import('./health/health-page.tsx')),
    ],
  },
];
