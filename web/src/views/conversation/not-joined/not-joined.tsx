import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {Missing} from '../../../components/frame/missing-page.tsx';
import {PageHeader} from '../../../components/frame/page-header.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {joinChannel} from '../../../data/channels/channels.ts';
import {errorMessage, isNotFound} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';

interface NotJoinedProps {
  /** The channel, or the error of the request for it. */
  channel: ServerChannel | undefined;
  error: Error | null;
  onRetry: () => void;
  before: ServerChannel | undefined;
}

/** A private channel, or a channel that doesn't exist. `before` is set if they were a member a moment ago. */
export default function NotJoined({channel, error, onRetry, before}: NotJoinedProps) {
  if (isNotFound(error) && before) {
    const title = before.display_name;
    return (
      <>
        <PageHeader title={title} />
        <EmptyState icon="lock" title={t`You're no longer a member of ${title}`}>
          <p>
            <Trans>You left this private channel, or someone removed you. Only its members can see it.</Trans>
          </p>
        </EmptyState>
      </>
    );
  }
  if (isNotFound(error)) return <Missing what="channel" />;
  if (!channel) return <NotLoaded error={error} onRetry={onRetry} />;
  const title = channel.display_name;
  const join = () => joinChannel(channel).catch((failure) => showError(errorMessage(failure)));
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={channel.delete_at > 0 ? 'archive' : 'lock'}
        title={t`You're not a member of ${title}`}
      >
        {channel.purpose && <p>{channel.purpose}</p>}
        {channel.delete_at > 0 ? (
          <p>
            <Trans>This channel is archived.</Trans>
          </p>
        ) : (
          <Button kind="primary" onPress={() => void join()}>
            <Trans>Join channel</Trans>
          </Button>
        )}
      </EmptyState>
    </>
  );
}
