import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Markdown} from '../../components/markdown/markdown.tsx';
import {Button} from '../../components/ui/button.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {NotLoaded} from '../../components/ui/state.tsx';
import {signOut} from '../../data/session/session.ts';
import {acceptTerms, useTerms} from '../../data/session/terms.ts';
import {errorMessage} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

/** Asks a signed-in person to accept the terms of service. */
export default function AcceptTerms() {
  const terms = useTerms();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function run(work: () => Promise<void>) {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <FrontPage title={t`Terms of service`}>
      {terms.data ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard. */}
          <section className={styles.terms} aria-label={t`Text`} tabIndex={0}>
            <Markdown text={terms.data.text} />
          </section>
          <ErrorNotice text={failure} />
          <Button kind="primary" busy={busy} wide onPress={() => void run(() => acceptTerms(terms.data!.id))}>
            <Trans>I agree</Trans>
          </Button>
          <Button wide onPress={() => void run(signOut)}>
            <Trans>Sign out</Trans>
          </Button>
        </>
      ) : (
        <NotLoaded error={terms.error} onRetry={() => void terms.refetch()} />
      )}
    </FrontPage>
  );
}
