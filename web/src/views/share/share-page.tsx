import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useEffect, useState} from 'react';
import {useNavigate, useSearchParams} from 'react-router';
import {DestinationChooser} from '../../components/channels/destination-chooser.tsx';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {Button} from '../../components/ui/button.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {EmptyState, LoadingState} from '../../components/ui/state.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {type Destination, destinationChannel} from '../../data/channels/destinations.ts';
import {addToDraft, consumeSharedContent, type SharedContent} from '../../data/drafts/shared-content.ts';
import {uploadFiles} from '../../data/files/upload-files.ts';
import {useMe} from '../../data/session/session.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {lastTeamName, useTeams} from '../../data/teams/teams.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import styles from './share-page.module.css';

/**
 * Handles content that a person shares from another app: asks for a channel, and opens it with the content in the
 * message box.
 */
export default function SharePage() {
  const navigate = useNavigate();
  const [shared, setShared] = useState<SharedContent | null>();
  // The server adds this if no service worker was running. Loading this page starts it.
  const isMissed = useSearchParams()[0].has('missed');
  useEffect(() => {
    consumeSharedContent().then(setShared, () => setShared(null));
  }, []);
  return (
    <Frame>
      <PageHeader column="page" title={t`Share`}>
        {shared && (
          <Button onPress={() => void navigate('/', {replace: true})}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </PageHeader>
      {shared === undefined ? (
        <LoadingState />
      ) : shared === null ? (
        <EmptyState icon="send" title={isMissed ? t`The content didn't arrive` : t`Nothing to share`}>
          <p>
            {isMissed
              ? t`The app was not ready to receive it. It is now: share it again.`
              : t`Share a text, a link or files from another app with Patchbay.`}
          </p>
        </EmptyState>
      ) : (
        <ShareForm shared={shared} />
      )}
    </Frame>
  );
}

function ShareForm({shared: {text, files}}: {shared: SharedContent}) {
  const me = useMe();
  const teams = useTeams();
  const navigate = useNavigate();
  const withFiles = useIsOn('EnableFileAttachments');

  async function open(destination: Destination) {
    const last = teams.find(({name}) => name === lastTeamName()) ?? teams[0];
    try {
      const target = await destinationChannel(destination);
      const team = teams.find(({id}) => id === target.team_id) ?? last;
      if (!team) return;
      addToDraft(target.id, text);
      if (withFiles && files.length > 0) uploadFiles(target.id, target.id, files);
      void navigate(channelPath(team, target, me), {replace: true});
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  return (
    <PanelPage>
      <section className={styles.content} aria-label={t`Shared content`}>
        {text !== '' && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        {files.length > 0 && (
          <p className={styles.files}>
            <Icon name="attach" size={16} /> {files.map(({name}) => name).join(', ')}
          </p>
        )}
      </section>
      {files.length > 0 && !withFiles && (
        <p>
          <Trans>File attachments are disabled on this server.</Trans>
        </p>
      )}
      <p>
        <Trans>Select a channel or a person.</Trans>
      </p>
      <DestinationChooser teams={teams} onChoose={(destination) => void open(destination)} />
    </PanelPage>
  );
}
