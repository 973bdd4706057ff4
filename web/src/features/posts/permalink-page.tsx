import {useQuery} from '@tanstack/react-query';
import {Navigate, useParams} from 'react-router';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {isNotFound, server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {channelPath} from '../channels/channel-names.ts';
import {Missing} from '../channels/channel-page.tsx';
import {collapsedThreads, knownChannel, refreshChannels} from '../channels/channels.ts';
import {otherOf} from '../channels/other-of.ts';
import {rememberPeople} from '../people/people.ts';
import {useTeams} from '../teams/teams.ts';
import {rememberPosts} from './posts.ts';

/** The address of one message: leads to its place in its channel, or in its thread. */
export function PermalinkPage() {
  const {postId = '', team: teamName} = useParams();
  const me = useMe();
  const teams = useTeams();
  const {data, error, isPending} = useQuery({
    queryKey: ['permalink', postId],
    retry: false,
    staleTime: 0,
    queryFn: async () => {
      const post = await server.getPost(postId);
      rememberPosts([post]);
      if (!knownChannel(post.channel_id)) await refreshChannels();
      const channel = knownChannel(post.channel_id) ?? (await server.getChannel(post.channel_id));
      if (channel.type === 'D') rememberPeople(await server.getProfilesByIds([otherOf(channel, me.id)]));
      return {post, channel};
    },
  });
  if (isPending) return <LoadingState />;
  if (isNotFound(error) || !data) return <Missing what="message" />;
  if (error) return <ErrorState error={error} />;
  const {post, channel} = data;
  const team =
    teams.find(({id}) => id === channel.team_id) ?? teams.find(({name}) => name === teamName) ?? teams[0];
  if (!team) return <Missing what="message" />;
  const isReply = post.root_id !== '' && collapsedThreads();
  const query = isReply ? `thread=${post.root_id}` : `post=${post.id}`;
  return <Navigate to={`${channelPath(team, channel, me)}?${query}`} replace />;
}
