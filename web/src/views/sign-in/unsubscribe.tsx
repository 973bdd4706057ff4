import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useMutation} from '@tanstack/react-query';
import {Button} from '../../components/ui/button.tsx';
import {ErrorNotice, Notice} from '../../components/ui/notice.tsx';
import {unsubscribe} from '../../data/session/email-links.ts';
import {errorMessage} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

/**
 * The page that turns off email notifications. Emails link to it. The person has to click, because mail scanners open
 * links.
 */
export function Unsubscribe({token}: {token: string}) {
  const change = useMutation({mutationFn: () => unsubscribe(token)});
  return (
    <FrontPage title={t`Turn off email notifications?`}>
      <p className={styles.quiet}>
        <Trans>
          You won't get emails about missed messages. You can turn them on again in your settings.
        </Trans>
      </p>
      <div role="status">
        {change.isSuccess && (
          <Notice kind="success">
            <Trans>Email notifications are turned off.</Trans>
          </Notice>
        )}
      </div>
      <ErrorNotice text={change.error ? errorMessage(change.error) : undefined} />
      {change.isSuccess ? (
        <p className={styles.quiet}>
          <a href="/">
            <Trans>Continue</Trans>
          </a>
        </p>
      ) : (
        <Button kind="primary" busy={change.isPending} onPress={() => change.mutate()} wide>
          <Trans>Turn off email notifications</Trans>
        </Button>
      )}
    </FrontPage>
  );
}
