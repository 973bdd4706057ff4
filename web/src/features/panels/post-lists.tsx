import type {ServerChannel} from '@mattermost/types/channels';
import type {Post, PostList} from '@mattermost/types/posts';
import {useQuery} from '@tanstack/react-query';
import type {ReactNode} from 'react';
import type {IconName} from '../../components/icon.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../components/state.tsx';
import {server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useChannelName} from '../channels/channel-names.ts';
import {rememberPosts} from '../posts/posts.ts';
import {useCurrentTeam} from '../teams/teams.ts';
import {FoundPost} from './found-post.tsx';
import {PanelBody, PanelFrame} from './panel-frame.tsx';

/** Posts that were read, their ids in order. */
export function take(list: Pick<PostList, 'order' | 'posts'>): string[] {
  rememberPosts(Object.values(list.posts) as Post[]);
  return list.order;
}

interface FoundPostsProps {
  query: {data: readonly string[] | undefined; error: unknown; refetch: () => unknown};
  icon: IconName;
  none: string;
  children?: ReactNode;
}

/** What a query has found, or why there is nothing. */
export function FoundPosts({query, icon, none, children}: FoundPostsProps) {
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <LoadingState />;
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
        <FoundPost key={id} id={id} />
      ))}
    </ul>
  );
}

export function PinnedPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const name = useChannelName(channel);
  const query = useQuery({
    queryKey: ['pinned-posts', channel.id],
    queryFn: async () => take(await server.getPinnedPosts(channel.id)),
    staleTime: 0,
  });
  return (
    <PanelFrame title="Pinned messages" subtitle={name} onClose={onClose}>
      <PanelBody>
        <FoundPosts query={query} icon="pin" none="Nothing is pinned here">
          Pin what everybody in the channel should find again.
        </FoundPosts>
      </PanelBody>
    </PanelFrame>
  );
}

/** At most so many. */
const MOST_SAVED = 200;

export function SavedPanel({onClose}: {onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const query = useQuery({
    queryKey: ['saved-posts', team.id],
    queryFn: async () => take(await server.getFlaggedPosts(me.id, '', team.id, 0, MOST_SAVED)),
    staleTime: 0,
  });
  return (
    <PanelFrame title="Saved messages" onClose={onClose}>
      <PanelBody>
        <FoundPosts query={query} icon="bookmark" none="Nothing is saved">
          Save a message to come back to it. Only you see what you saved.
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
  const query = useQuery({
    queryKey: ['mentions', team.id, terms],
    queryFn: async () => take(await server.searchPosts(team.id, [...new Set(terms)].join(' '), true)),
    staleTime: 0,
  });
  return (
    <PanelFrame title="Recent mentions" onClose={onClose}>
      <PanelBody>
        <FoundPosts query={query} icon="at" none="Nobody has mentioned you">
          Messages with @{me.username} appear here.
        </FoundPosts>
      </PanelBody>
    </PanelFrame>
  );
}
