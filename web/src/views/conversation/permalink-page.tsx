import {useQuery} from '@tanstack/react-query';
import {Navigate, useParams} from 'react-router';
import {Missing} from '../../components/frame/missing-page.tsx';
import {NotLoaded} from '../../components/ui/state.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {loadPost, postParameters} from '../../data/posts/post-address.ts';
import {useMe} from '../../data/session/session.ts';
import {useTeams} from '../../data/teams/teams.ts';
import {isNotFound} from '../../lib/server.ts';

/** The page of a link to a message. Redirects to the message in its channel, or in its thread. */
export default function PermalinkPage() {
  const {postId = '', team: teamName} = useParams();
  const me = useMe();
  const teams = useTeams();
  const {data, error, refetch} = useQuery({
    queryKey: ['permalink', postId],
    retry: false,
    staleTime: 0,
    queryFn: () => loadPost(postId),
  });
  if (isNotFound(error)) return <Missing what="message" />;
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  const {post, channel} = data;
  const team =
    teams.find(({id}) => id === channel.team_id) ?? teams.find(({name}) => name === teamName) ?? teams[0];
  if (!team) return <Missing what="message" />;
  const query = new URLSearchParams(postParameters(post));
  return <Navigate to={`${channelPath(team, channel, me)}?${query}`} replace />;
}
