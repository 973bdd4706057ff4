import {useState} from 'react';
import {useClientConfig} from '../../data/system/client-config.ts';
import {SignIn} from './sign-in.tsx';
import {FirstAdministrator, SignUp} from './sign-up.tsx';

/** The page for people who aren't signed in: sign-in, or a new account. */
export default function FrontDoor() {
  const config = useClientConfig();
  const {pathname, search} = window.location;
  const [isNew, setNew] = useState(pathname.startsWith('/signup'));
  if (config.NoAccounts === 'true') return <FirstAdministrator />;
  const inviteId = pathname.startsWith('/signup') ? (new URLSearchParams(search).get('id') ?? '') : '';
  const isAllowed = config.EnableUserCreation !== 'false' && config.EnableSignUpWithEmail !== 'false';
  const maySignUp = isAllowed && (config.EnableOpenServer === 'true' || inviteId !== '');
  return isNew && maySignUp ? (
    <SignUp inviteId={inviteId} onSignIn={() => setNew(false)} />
  ) : (
    <SignIn onSignUp={maySignUp ? () => setNew(true) : undefined} />
  );
}
