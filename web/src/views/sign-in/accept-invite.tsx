import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Navigate, useNavigate, useSearchParams} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {JoinTeam} from '../../components/teams/joining/join-team.tsx';
import {Button} from '../../components/ui/button.tsx';
import {EmptyState, LoadingState} from '../../components/ui/state.tsx';
import {refreshChannels} from '../../data/channels/channels.ts';
import {emailInvitationIn, joinWithToken, useInvitation} from '../../data/teams/invitations.ts';
import {refreshTeams, useTeams} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';

/** The page of an invitation link, for someone who is already signed in. */
export default function AcceptInvite() {
  const [params] = useSearchParams();
  const byEmail = emailInvitationIn(params);
  const inviteId = params.get('id') ?? '';
  const navigate = useNavigate();
  const {data, error} = useInvitation(inviteId, byEmail === undefined);
  const own = useTeams().find(({id}) => id === data?.id);
  const team = byEmail ? {display_name: byEmail.teamName, description: ''} : data;
  async function join() {
    const teamId = byEmail ? await joinWithToken(byEmail.token) : (await server.joinTeam(inviteId)).team_id;
    await Promise.all([refreshTeams(), refreshChannels()]);
    const {name} = await server.getTeam(teamId);
    navigate(`/${name}`);
  }
  // Someone who has joined already, such as with the link of a colleague, wants to get there.
  if (own) return <Navigate to={`/${own.name}`} replace />;
  return (
    <Frame>
      <PageHeader title={t`Invitation`} />
      {error ? (
        <EmptyState icon="search" title={t`This invitation isn't valid`}>
          <p>{errorMessage(error)}</p>
          <Button onPress={() => navigate('/')}>
            <Trans>Go to home page</Trans>
          </Button>
        </EmptyState>
      ) : team === undefined ? (
        <LoadingState />
      ) : (
        <JoinTeam team={team} onJoin={join} />
      )}
    </Frame>
  );
}
