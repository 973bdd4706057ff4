import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link, useNavigate} from 'react-router';
import {ScheduleMenu} from '../../components/composer/schedule-menu.tsx';
import {When} from '../../components/time/when.tsx';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {EmptyState} from '../../components/ui/state.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useChannel, useChannels} from '../../data/channels/channels.ts';
import {clearDraft, getDraft, hasDraft, useDraft, useDraftPlaces} from '../../data/drafts/drafts.ts';
import {useServerDrafts} from '../../data/drafts/synced-drafts.ts';
import {loadedPost, rememberPosts, usePost} from '../../data/posts/posts.ts';
import {sendPost} from '../../data/posts/sending-posts.ts';
import {schedulePost} from '../../data/scheduled-posts/scheduled-posts.ts';
import {useMe} from '../../data/session/session.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import styles from './drafts-page.module.css';
import {UnsentMessage} from './unsent-message.tsx';

/**
 * The places of the drafts in the team's channels and in direct and group channels: those that were changed last come
 * first.
 */
export function useDraftsOfTeam(): readonly string[] {
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
  return places
    .filter((id) => {
      const channel = channels[loadedPost(id)?.channel_id ?? id];
      return channel && (channel.team_id === '' || channel.team_id === team.id) && channel.delete_at === 0;
    })
    .sort((one, other) => getDraft(other).updatedAt - getDraft(one).updatedAt);
}

/** Drafts, by their places. Without drafts, leads to the scheduled messages, if there are any. */
export function DraftList({places, scheduled}: {places: readonly string[]; scheduled: number}) {
  const team = useCurrentTeam();
  if (places.length === 0) {
    return (
      <EmptyState icon="edit" title={t`No drafts`}>
        <p>
          <Trans>Messages that you started to write appear here.</Trans>
        </p>
        {scheduled > 0 && (
          <Link to={`/${team.name}/scheduled_posts`}>
            <Trans>See scheduled messages</Trans>
          </Link>
        )}
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
  const withScheduled = useIsOn('ScheduledPosts');
  if (!hasDraft(draft) || !channel) return null;
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

  async function schedule(at: number) {
    await schedulePost({channelId: channel!.id, rootId}, draft, at);
    clearDraft(placeId);
  }

  return (
    <>
      <UnsentMessage
        channelId={channel.id}
        rootId={rootId}
        message={draft.message}
        fileNames={draft.files.map(({name}) => name)}
        note={draft.updatedAt > 0 && <When at={draft.updatedAt} />}
        actions={
          <>
            <Button size="small" onPress={() => void navigate(path)}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="small" onPress={send}>
              <Trans>Send now</Trans>
            </Button>
            {withScheduled && (
              <ScheduleMenu
                trigger={
                  <Button size="small">
                    <Trans>Schedule</Trans>
                  </Button>
                }
                onSchedule={schedule}
                onFailure={(error) => showError(errorMessage(error))}
              />
            )}
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
