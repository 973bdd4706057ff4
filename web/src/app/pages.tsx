import {useStore} from '@nanostores/react';
import {Component, type ReactNode, useEffect} from 'react';
import {BrowserRouter, Outlet, Route, Routes, useNavigate} from 'react-router';
import {AnnouncementBanner} from '../components/frame/announcement-banner.tsx';
import {ConnectionBanner} from '../components/frame/connection-banner.tsx';
import {Missing} from '../components/frame/missing-page.tsx';
import {Keyboard} from '../components/keyboard/keyboard.tsx';
import {$paletteOpen} from '../components/keyboard/palette-state.ts';
import {lazyComponent} from '../components/ui/lazy-component.tsx';
import {LoadingState} from '../components/ui/state.tsx';
import {setNavigate} from '../lib/go-to.ts';
import {withCatalog} from '../lib/i18n.ts';
import {ChannelPage} from '../views/conversation/channel-page.tsx';
import {TeamLayout} from '../views/conversation/team-layout.tsx';
import {TeamStart} from '../views/conversation/team-start.tsx';
import {Beginning, HomePage} from '../views/home/home-page.tsx';
import {PageFault} from './page-fault.tsx';
import styles from './pages.module.css';

const AcceptInvite = lazyComponent(
  () => withCatalog('pages', import('../views/sign-in/accept-invite.tsx')),
  <LoadingState />,
);
const Administration = lazyComponent(
  () =>
    withCatalog(
      'settings',
      withCatalog('administration', import('../views/administration/administration.tsx')),
    ),
  <LoadingState />,
);
const DraftsPage = lazyComponent(
  () => withCatalog('pages', import('../views/drafts/drafts-page.tsx')),
  <LoadingState />,
);
const FromTeam = lazyComponent(() => import('../views/integrations/from-team.tsx'), <LoadingState />);
const IntegrationsPages = lazyComponent(
  () => withCatalog('integrations', import('../views/integrations/integrations-pages.tsx')),
  <LoadingState />,
);
const Palette = lazyComponent(() => withCatalog('conversation', import('./palette/palette.tsx')));
const PermalinkPage = lazyComponent(
  () => import('../views/conversation/permalink-page.tsx'),
  <LoadingState />,
);
const SettingsPage = lazyComponent(
  () => withCatalog('pages', import('../views/settings/settings-page.tsx')),
  <LoadingState />,
);
const SharePage = lazyComponent(
  () => withCatalog('pages', import('../views/share/share-page.tsx')),
  <LoadingState />,
);
const TeamsPage = lazyComponent(
  () => withCatalog('pages', import('../views/home/teams-page.tsx')),
  <LoadingState />,
);
const ThreadsPage = lazyComponent(
  () => withCatalog('pages', import('../views/threads/threads-page.tsx')),
  <LoadingState />,
);

/**
 * All pages and their paths. The pages of messaging are in one file; the others are separate. Paths outside a team
 * begin with a word or character that a team name can't contain. No page waits with React's Suspense, so a transition
 * would only draw a page later.
 */
export function Pages() {
  return (
    <BrowserRouter useTransitions={false}>
      <Faults>
        <Routes>
          <Route element={<Root />}>
            <Route index element={<HomePage />} />
            <Route path="login" element={<HomePage />} />
            <Route path="signup_user_complete" element={<AcceptInvite />} />
            <Route path="_teams" element={<TeamsPage />} />
            <Route path="_admin" element={<Administration />}>
              {/* Without this, the page of a channel would be a channel of a team. */}
              <Route path="channels/*" />
              <Route path="*" />
            </Route>
            <Route path="_share" element={<SharePage />} />
            <Route path="_start" element={<Beginning />} />
            <Route path="_settings/:section?" element={<SettingsPage />} />
            <Route path="_redirect/pl/:postId" element={<PermalinkPage />} />
            <Route path="_integrations/*" element={<IntegrationsPages />} />
            <Route path=":team/integrations/*" element={<FromTeam />} />
            <Route path=":team/emoji" element={<FromTeam section="emoji" />} />
            <Route path=":team" element={<TeamLayout />}>
              <Route index element={<TeamStart />} />
              <Route path="channels/:name" element={<ChannelPage of="channels" />} />
              <Route path="messages/:name" element={<ChannelPage of="messages" />} />
              <Route path="pl/:postId" element={<PermalinkPage />} />
              <Route path="threads" element={<ThreadsPage />} />
              <Route path="drafts" element={<DraftsPage tab="drafts" />} />
              <Route path="scheduled_posts" element={<DraftsPage tab="scheduled" />} />
              <Route path="*" element={<Missing what="page" />} />
            </Route>
            <Route path="*" element={<Missing what="page" />} />
          </Route>
        </Routes>
      </Faults>
    </BrowserRouter>
  );
}

function Root() {
  const navigate = useNavigate();
  const isPaletteOpen = useStore($paletteOpen);
  useEffect(() => setNavigate(navigate), [navigate]);
  return (
    <div className={styles.root}>
      <AnnouncementBanner />
      <ConnectionBanner />
      <div className={styles.page}>
        <Outlet />
      </div>
      <Keyboard />
      {isPaletteOpen && <Palette />}
    </div>
  );
}

/** Shows an error instead of an empty page if a page throws. React requires a class for this. */
class Faults extends Component<{children: ReactNode}> {
  override state = {hasFailed: false};

  static getDerivedStateFromError() {
    return {hasFailed: true};
  }

  override render() {
    return this.state.hasFailed ? <PageFault /> : this.props.children;
  }
}
