import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {type ReactNode, useEffect} from 'react';
import {PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import type {IconName} from '../../../components/ui/icon.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {loadMissingPosts} from '../../../data/posts/missing-posts.ts';
import {useMentions, usePinnedPosts, useSavedPosts} from '../../../data/posts/post-lists.ts';
import {loadedPost} from '../../../data/posts/posts.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {FoundPost} from './found-post.tsx';

interface FoundPostsProps {
  query: {data: readonly string[] | undefined; error: unknown; refetch: () => unknown};
  icon: IconName;
  none: string;
  /** Whether people can set reminders for the messages. */
  withReminders?: boolean;
  /** Whether the messages are from several teams, and name theirs. */
  withTeams?: boolean;
  children?: ReactNode;
}

/** The messages returned by a query, or a note that there are none. */
export function FoundPosts({query, icon, none, withReminders, withTeams, children}: FoundPostsProps) {
  const ids = query.data;
  // Replies show the first message of their thread.
  useEffect(() => {
    void loadMissingPosts([...new Set(ids?.flatMap((id) => loadedPost(id)?.root_id || []))]);
  }, [ids]);
  if (!query.data) return <NotLoaded error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <EmptyState icon={icon} title={none}>
        {children}
      </EmptyState>
    );
  }
  return (
    <ul>
      {query.data.map((id) => (
        <FoundPost key={id} id={id} withReminder={withReminders} withTeam={withTeams} />
      ))}
    </ul>
  );
}

export function PinnedPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const name = useChannelName(channel);
  const query = usePinnedPosts(channel.id);
  return (
    <PanelFrame title={t`Pinned messages`} subtitle={name} onClose={onClose}>
      <PanelBody label={t`Pinned messages`}>
        <FoundPosts query={query} icon="pin" none={t`No pinned messages`}>
          <Trans>Pin important messages so that everyone in the channel can find them.</Trans>
        </FoundPosts>
      </PanelBody>
    </PanelFrame>
  );
}

export function SavedPanel({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const query = useSavedPosts(team.id);
  return (
    <PanelFrame title={t`Saved messages`} onClose={onClose}>
      <PanelBody label={t`Saved messages`}>
        <FoundPosts query={query} icon="bookmark" none={t`No saved messages`} withReminders>
          <Trans>Save messages to find them later. Only you can see your saved messages.</Trans>
        </FoundPosts>
      </PanelBody>
    </PanelFrame>
  );
}

export function MentionsPanel({onClose}: {onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const keys = me.notify_props?.mention_keys ?? '';
  const terms = [`@${me.username}`, ...keys.split(',')].map((key) => key.trim()).filter(Boolean);
  const query = useMentions(team.id, terms);
  return (
    <PanelFrame title={t`Recent mentions`} onClose={onClose}>
      <PanelBody label={t`Recent mentions`}>
        <FoundPosts query={query} icon="at" none={t`No mentions yet`}>
          <Trans>Messages that mention you appear here.</Trans>
        </FoundPosts>
      </PanelBody>
    </PanelFrame>
  );
}
