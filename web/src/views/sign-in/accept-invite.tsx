import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useNavigate, useSearchParams} from 'react-router';
import {Frame} from '../../components/frame/frame.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {Button} from '../../components/ui/button.tsx';
import {EmptyState, LoadingState} from '../../components/ui/state.tsx';
import {refreshChannels} from '../../data/channels/channels.ts';
import {emailInvitationIn, joinWithToken, useInvitation} from '../../data/teams/invitations.ts';
import {refreshTeams} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';

/** The page of an invitation link, for someone who is already signed in. */
export default function AcceptInvite() {
  const [params] = useSearchParams();
  const byEmail = emailInvitationIn(params);
  const inviteId = params.get('id') ?? '';
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const {data, error} = useInvitation(inviteId, byEmail === undefined);
  const team = byEmail ? {display_name: byEmail.teamName, description: ''} : data;
  async function join() {
    setBusy(true);
    try {
      const teamId = byEmail ? await joinWithToken(byEmail.token) : (await server.joinTeam(inviteId)).team_id;
      await Promise.all([refreshTeams(), refreshChannels()]);
      const {name} = await server.getTeam(teamId);
      navigate(`/${name}`);
    } catch (failure) {
      showError(errorMessage(failure));
      setBusy(false);
    }
  }
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
        <EmptyState icon="people" title={t`Join ${team.display_name}?`}>
          {team.description && <p>{team.description}</p>}
          <Button kind="primary" busy={busy} onPress={() => void join()}>
            <Trans>Join team</Trans>
          </Button>
        </EmptyState>
      )}
    </Frame>
  );
}
