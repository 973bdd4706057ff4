import {useQuery} from '@tanstack/react-query';
import {Navigate, useParams} from 'react-router';
import {Missing} from '../../components/frame/page-header.tsx';
import {ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {otherUserId} from '../../data/channels/addresses.ts';
import {channelPath} from '../../data/channels/channel-names.ts';
import {collapsedThreads, loadedChannel, refreshChannels} from '../../data/channels/channels.ts';
import {rememberPeople} from '../../data/people/people.ts';
import {rememberPosts} from '../../data/posts/posts.ts';
import {useMe} from '../../data/session/session.ts';
import {useTeams} from '../../data/teams/teams.ts';
import {isNotFound, server} from '../../lib/server.ts';

/** The page of a link to a message. Redirects to the message in its channel, or in its thread. */
export default function PermalinkPage() {
  const {postId = '', team: teamName} = useParams();
  const me = useMe();
  const teams = useTeams();
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['permalink', postId],
    retry: false,
    staleTime: 0,
    queryFn: async () => {
      const post = await server.getPost(postId);
      rememberPosts([post]);
      if (!loadedChannel(post.channel_id)) await refreshChannels();
      const channel = loadedChannel(post.channel_id) ?? (await server.getChannel(post.channel_id));
      if (channel.type === 'D') rememberPeople(await server.getProfilesByIds([otherUserId(channel, me.id)]));
      return {post, channel};
    },
  });
  if (isPending) return <LoadingState />;
  if (isNotFound(error)) return <Missing what="message" />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const {post, channel} = data;
  const team =
    teams.find(({id}) => id === channel.team_id) ?? teams.find(({name}) => name === teamName) ?? teams[0];
  if (!team) return <Missing what="message" />;
  const isReply = post.root_id !== '' && collapsedThreads();
  const query = isReply ? `thread=${post.root_id}` : `post=${post.id}`;
  return <Navigate to={`${channelPath(team, channel, me)}?${query}`} replace />;
}
