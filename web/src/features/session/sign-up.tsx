import {useQuery} from '@tanstack/react-query';
import {Button} from '../../components/button.tsx';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {useClientConfig} from '../../lib/client-config.ts';
import {server} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';
import {NewAccountForm} from './new-account-form.tsx';

/** Makes an account for oneself, by an invitation to a team where the server asks for one. */
export function SignUp({inviteId, onSignIn}: {inviteId: string; onSignIn: () => void}) {
  const {SiteName} = useClientConfig();
  const invitation = useQuery({
    queryKey: ['invitation', inviteId],
    queryFn: () => server.getTeamInviteInfo(inviteId),
    enabled: inviteId !== '',
    retry: false,
  });
  if (invitation.isLoading) return <LoadingState />;
  const team = invitation.data?.display_name;
  return (
    <FrontPage title={team ? `Join ${team}` : `Create an account on ${SiteName || 'Patchbay'}`}>
      {invitation.error ? (
        <ErrorState error={invitation.error} />
      ) : (
        <>
          {invitation.data?.description && <p className={styles.quiet}>{invitation.data.description}</p>}
          <NewAccountForm
            inviteId={inviteId}
            submitLabel={team ? 'Create an account and join' : 'Create the account'}
          />
        </>
      )}
      <p className={styles.quiet}>
        You have an account?{' '}
        <Button kind="quiet" size="small" onPress={onSignIn}>
          Sign in
        </Button>
      </p>
    </FrontPage>
  );
}
