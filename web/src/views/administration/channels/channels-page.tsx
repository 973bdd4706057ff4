import {t} from '@lingui/core/macro';
import {Route, Routes} from 'react-router';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../../components/ui/state.tsx';
import {AdministrationPage} from '../administration-page.tsx';
import {ChannelList} from './channel-list.tsx';

const ChannelPage = lazyComponent(() => import('./channel-page.tsx'), <LoadingState />);

/** The list of all public and private channels, and the page of each. Direct messages can't be managed. */
export default function ChannelsPage() {
  return (
    <Routes>
      <Route index element={<AllChannels />} />
      <Route path=":channelId" element={<ChannelPage />} />
    </Routes>
  );
}

function AllChannels() {
  return (
    <AdministrationPage
      title={t`Channels`}
      intro={t`The public and private channels of all teams. Direct messages are not listed.`}
    >
      <ChannelList />
    </AdministrationPage>
  );
}
