import {i18n} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Navigate, Route, Routes, useLocation, useNavigate} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {Missing} from '../../components/frame/missing-page.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {SectionIndex} from '../../components/frame/section-list.tsx';
import {BackLink, SectionSidebar} from '../../components/frame/section-sidebar.tsx';
import {Button} from '../../components/ui/button.tsx';
import {EmptyState} from '../../components/ui/state.tsx';
import {READ_RETENTION, useHasPermission, useIsAdministrator} from '../../data/session/permissions.ts';
import {AdministrationSearch} from './administration-search.tsx';
import {sections} from './sections.tsx';

/** The pages for system administrators, and those that other roles can see. */
export default function Administration() {
  const isAdministrator = useIsAdministrator();
  const seesRetention = useHasPermission(READ_RETENTION) === true;
  const shown = isAdministrator
    ? sections
    : sections
        .map((section) => ({
          ...section,
          pages: section.pages.filter(({permission}) => permission === READ_RETENTION && seesRetention),
        }))
        .filter(({pages}) => pages.length > 0);
  if (shown.length === 0) return <AdministratorsOnly />;
  const list = {
    title: t`Administration`,
    base: '/_admin',
    sections: shown.map(({title, pages}) => ({
      title: title ? i18n._(title) : '',
      pages: pages.map(({path, label, icon}) => ({path, label: i18n._(label), icon})),
    })),
  };
  const search = isAdministrator && <AdministrationSearch sections={list.sections} />;
  return (
    <Frame
      sidebarLabel={t`Administration`}
      canHide="administration"
      sidebar={
        <SectionSidebar {...list}>
          <BackLink to="/">
            <Trans>Back to messages</Trans>
          </BackLink>
          {search}
        </SectionSidebar>
      }
    >
      <Routes>
        <Route index element={<SectionIndex {...list}>{search}</SectionIndex>} />
        {shown
          .flatMap(({pages}) => pages)
          .map(({path, page: Page}) => (
            <Route key={path} path={`${path}/*`} element={<Page />} />
          ))}
        <Route path="user-report" element={<UserReport />} />
        <Route
          path="*"
          element={<Missing what="page" back={{path: '/_admin', label: t`Back to administration`}} />}
        />
      </Routes>
    </Frame>
  );
}

/** The former page about the activity of users, whose links had the same parameters. */
function UserReport() {
  const {search} = useLocation();
  return <Navigate to={`/_admin/users${search}`} replace />;
}

function AdministratorsOnly() {
  const navigate = useNavigate();
  return (
    <Frame>
      <PageHeader title={t`Administration`} />
      <EmptyState icon="lock" title={t`Administrators only`}>
        <p>
          <Trans>You need to be a system administrator to see this page.</Trans>
        </p>
        <Button onPress={() => navigate('/')}>
          <Trans>Back to messages</Trans>
        </Button>
      </EmptyState>
    </Frame>
  );
}
