import {useClientConfig} from '../../lib/client-config.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';
import {NewAccountForm} from './new-account-form.tsx';

/** The page of a server that has no accounts yet: the first one is its administrator. */
export function FirstAdministrator() {
  const {SiteName} = useClientConfig();
  return (
    <FrontPage title={`Welcome to ${SiteName || 'Patchbay'}`}>
      <p className={styles.quiet}>
        This server has no accounts yet. The first one becomes its administrator.
      </p>
      <NewAccountForm inviteId="" submitLabel="Create the administrator" />
    </FrontPage>
  );
}
