import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useMutation} from '@tanstack/react-query';
import {Button} from '../../components/ui/button.tsx';
import {ErrorNotice, Notice} from '../../components/ui/notice.tsx';
import {verifyEmail} from '../../data/session/email-links.ts';
import {errorMessage} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

/**
 * The page that verifies an email address. The email links to it. The person has to click, because mail scanners open
 * links, and the link works only once.
 */
export function VerifyEmail({token, email}: {token: string; email: string}) {
  const verification = useMutation({mutationFn: () => verifyEmail(token)});
  return (
    <FrontPage title={t`Verify your email address`}>
      <p className={styles.quiet}>{email}</p>
      <div role="status">
        {verification.isSuccess && (
          <Notice kind="success">
            <Trans>Your email address is verified.</Trans>
          </Notice>
        )}
      </div>
      <ErrorNotice text={verification.error ? errorMessage(verification.error) : undefined} />
      {verification.isSuccess ? (
        <p className={styles.quiet}>
          <a href="/">
            <Trans>Continue</Trans>
          </a>
        </p>
      ) : (
        <Button kind="primary" busy={verification.isPending} onPress={() => verification.mutate()} wide>
          <Trans>Verify email address</Trans>
        </Button>
      )}
    </FrontPage>
  );
}
