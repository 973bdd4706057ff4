import {useState} from 'react';
import {EMAIL_LINKS} from '../../data/session/email-links.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {emailInvitationIn} from '../../data/teams/invitations.ts';
import {ForgotPassword, NewPassword} from './new-password.tsx';
import {SignIn} from './sign-in.tsx';
import {FirstAdministrator, SignUp} from './sign-up.tsx';
import {Unsubscribe} from './unsubscribe.tsx';
import {VerifyEmail} from './verify-email.tsx';

/** The page for people who aren't signed in: sign-in, or a new account. */
export default function FrontDoor() {
  const config = useClientConfig();
  const {pathname, search} = window.location;
  const [isNew, setNew] = useState(pathname.startsWith('/signup'));
  const params = new URLSearchParams(search);
  const token = params.get('token') ?? '';
  if (pathname === EMAIL_LINKS.forgotPassword) return <ForgotPassword />;
  if (pathname === EMAIL_LINKS.newPassword) return <NewPassword token={token} />;
  if (pathname === EMAIL_LINKS.verifyEmail) {
    return <VerifyEmail token={token} email={params.get('email') ?? ''} />;
  }
  if (pathname === EMAIL_LINKS.unsubscribe) return <Unsubscribe token={token} />;
  if (config.NoAccounts === 'true') return <FirstAdministrator />;
  const inviteId = pathname.startsWith('/signup') ? (params.get('id') ?? '') : '';
  const invitation = pathname.startsWith('/signup') ? emailInvitationIn(params) : undefined;
  const isAllowed = config.EnableUserCreation !== 'false' && config.EnableSignUpWithEmail !== 'false';
  const maySignUp =
    isAllowed && (config.EnableOpenServer === 'true' || inviteId !== '' || invitation !== undefined);
  return isNew && maySignUp ? (
    <SignUp inviteId={inviteId} invitation={invitation} onSignIn={() => setNew(false)} />
  ) : (
    <SignIn onSignUp={maySignUp ? () => setNew(true) : undefined} />
  );
}
