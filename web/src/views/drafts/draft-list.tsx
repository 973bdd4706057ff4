import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {EmptyState} from '../../components/ui/state.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useChannel, useChannels} from '../../data/channels/channels.ts';
import {clearDraft, hasDraft, useDraft, useDraftPlaces} from '../../data/drafts/drafts.ts';
import {useServerDrafts} from '../../data/drafts/synced-drafts.ts';
import {rememberPosts, usePost} from '../../data/posts/posts.ts';
import {sendPost} from '../../data/posts/sending-posts.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {server} from '../../lib/server.ts';
import styles from './drafts-page.module.css';
import {UnsentMessage} from './unsent-message.tsx';

/** The drafts in a team's channels and in direct and group channels. */
export function DraftList() {
  const team = useCurrentTeam();
  useServerDrafts(team.id);
  const channels = useChannels();
  const places = useDraftPlaces();
  const threads = places.filter((id) => !channels[id]);
  // The draft of a thread only contains the id of the first post, so its channel has to be loaded.
  useQuery({
    queryKey: ['posts-of-drafts', threads],
    queryFn: async () => {
      rememberPosts(await server.getPostsByIds([...threads]));
      return null;
    },
    enabled: threads.length > 0,
  });
  if (places.length === 0) {
    return (
      <EmptyState icon="edit" title={t`No drafts`}>
        <Trans>Messages that you started to write appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list} aria-label={t`Drafts`}>
      {places.map((id) => (
        <DraftRow key={id} placeId={id} />
      ))}
    </ul>
  );
}

function DraftRow({placeId}: {placeId: string}) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const draft = useDraft(placeId);
  const root = usePost(placeId);
  const channel = useChannel(root?.channel_id ?? placeId);
  const [isDeleting, setDeleting] = useState(false);
  const isOfTeam = channel && (channel.team_id === '' || channel.team_id === team.id);
  if (!hasDraft(draft) || !channel || !isOfTeam || channel.delete_at > 0) return null;
  const rootId = root ? placeId : '';
  const path = `${channelPath(team, channel, me)}${rootId ? `?thread=${rootId}` : ''}`;

  function send() {
    const {message, files, priority} = draft;
    sendPost({
      channelId: channel!.id,
      rootId,
      message: message.trim(),
      files,
      priority: rootId ? '' : priority,
    });
    clearDraft(placeId);
    void navigate(path);
  }

  return (
    <>
      <UnsentMessage
        channelId={channel.id}
        rootId={rootId}
        message={draft.message}
        fileNames={draft.files.map(({name}) => name)}
        actions={
          <>
            <Button size="small" onPress={() => void navigate(path)}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="small" onPress={send}>
              <Trans>Send now</Trans>
            </Button>
            <Button size="small" onPress={() => setDeleting(true)}>
              <Trans>Delete</Trans>
            </Button>
          </>
        }
      />
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete this draft?`}
          confirmLabel={t`Delete`}
          danger
          onConfirm={async () => clearDraft(placeId)}
          onClose={() => setDeleting(false)}
        >
          <Trans>You can't undo this.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
