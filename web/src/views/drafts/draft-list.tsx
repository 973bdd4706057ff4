import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useQuery} from '@tanstack/react-query';
import {Link, useNavigate} from 'react-router';
import {ScheduleMenu} from '../../components/composer/schedule-menu.tsx';
import {focusMessageBoxOf} from '../../components/keyboard/message-box.ts';
import {When} from '../../components/time/when.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {EmptyState} from '../../components/ui/state.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {useChannel, useChannels} from '../../data/channels/channels.ts';
import {
  changeDraft,
  clearDraft,
  getDraft,
  hasDraft,
  useDraft,
  useDraftPlaces,
} from '../../data/drafts/drafts.ts';
import {saveDraft, useServerDrafts} from '../../data/drafts/synced-drafts.ts';
import {loadedPost, rememberPosts, usePost} from '../../data/posts/posts.ts';
import {sendPost} from '../../data/posts/sending-posts.ts';
import {schedulePost} from '../../data/scheduled-posts/scheduled-posts.ts';
import {useMe} from '../../data/session/session.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';
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

  function edit() {
    focusMessageBoxOf(placeId);
    void navigate(path);
  }

  function remove() {
    const place = {channelId: channel!.id, rootId};
    clearDraft(placeId);
    saveDraft(place, getDraft(placeId));
    showSuccess(t`Draft deleted.`, {
      label: t`Undo`,
      about: placeId,
      async run() {
        // The person may have started another message there.
        const {message, files} = getDraft(placeId);
        changeDraft(placeId, {
          ...draft,
          message: [draft.message, message].filter(Boolean).join('\n\n'),
          files: [...draft.files, ...files],
        });
        saveDraft(place, getDraft(placeId));
      },
    });
  }

  return (
    <UnsentMessage
      channelId={channel.id}
      rootId={rootId}
      message={draft.message}
      fileNames={draft.files.map(({name}) => name)}
      note={draft.updatedAt > 0 && <When at={draft.updatedAt} />}
      actions={
        <>
          <IconButton icon="edit" size="small" label={t`Edit`} onPress={edit} />
          <IconButton icon="send" size="small" label={t`Send now`} onPress={send} />
          {withScheduled && (
            <ScheduleMenu
              trigger={<IconButton icon="clock" size="small" label={t`Schedule`} />}
              onSchedule={schedule}
              onFailure={(error) => showError(errorMessage(error))}
            />
          )}
          <IconButton icon="trash" size="small" label={t`Delete`} onPress={remove} />
        </>
      }
    />
  );
}
