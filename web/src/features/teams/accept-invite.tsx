import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useNavigate, useSearchParams} from 'react-router';
import {Button} from '../../components/button.tsx';
import {EmptyState, LoadingState} from '../../components/state.tsx';
import {tellError} from '../../components/toast.tsx';
import {errorMessage, server} from '../../lib/server.ts';
import {refreshChannels} from '../channels/channels.ts';
import {Frame} from '../frame/frame.tsx';
import {PageHeader} from '../frame/page-header.tsx';
import {refreshTeams} from './teams.ts';

/** The link of an invitation, for somebody who is signed in already. */
export default function AcceptInvite() {
  const [params] = useSearchParams();
  const inviteId = params.get('id') ?? '';
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const {data, error, isPending} = useQuery({
    queryKey: ['invitation', inviteId],
    queryFn: () => server.getTeamInviteInfo(inviteId),
    retry: false,
  });
  async function join() {
    setBusy(true);
    try {
      await server.joinTeam(inviteId);
      await Promise.all([refreshTeams(), refreshChannels()]);
      navigate(`/${data!.name}`);
    } catch (failure) {
      tellError(errorMessage(failure));
      setBusy(false);
    }
  }
  return (
    <Frame>
      <PageHeader title="Invitation" />
      {error ? (
        <EmptyState icon="search" title="This invitation does not work">
          <p>{errorMessage(error)}</p>
          <Button onPress={() => navigate('/')}>Go to the beginning</Button>
        </EmptyState>
      ) : isPending ? (
        <LoadingState />
      ) : (
        <EmptyState icon="people" title={`Join ${data.display_name}?`}>
          {data.description && <p>{data.description}</p>}
          <Button kind="primary" busy={busy} onPress={() => void join()}>
            Join the team
          </Button>
        </EmptyState>
      )}
    </Frame>
  );
}
