import {Route, Routes, useNavigate} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {Missing, PageHeader} from '../../components/frame/page-header.tsx';
import {SectionSidebar} from '../../components/frame/section-sidebar.tsx';
import {Button} from '../../components/ui/button.tsx';
import {EmptyState} from '../../components/ui/state.tsx';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import {sections} from './sections.tsx';

/** The pages with which a server is run, for its administrators. */
export default function Administration() {
  if (!useIsAdministrator()) return <NotForYou />;
  return (
    <Frame
      sidebarLabel="Administration"
      sidebar={<SectionSidebar title="Administration" base="/_admin" sections={sections} />}
    >
      <Routes>
        {sections
          .flatMap(({pages}) => pages)
          .map(({path, page: Page}) =>
            path === '' ? (
              <Route key={path} index element={<Page />} />
            ) : (
              <Route key={path} path={`${path}/*`} element={<Page />} />
            ),
          )}
        <Route path="*" element={<Missing what="page" />} />
      </Routes>
    </Frame>
  );
}

function NotForYou() {
  const navigate = useNavigate();
  return (
    <Frame>
      <PageHeader title="Administration" />
      <EmptyState icon="lock" title="This is for administrators">
        <p>Your account does not run this server. Whoever does can make you an administrator.</p>
        <Button onPress={() => navigate('/')}>Go back to the messages</Button>
      </EmptyState>
    </Frame>
  );
}
