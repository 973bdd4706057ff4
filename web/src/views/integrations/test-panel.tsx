import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, type ReactNode, useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {errorMessage} from '../../lib/server.ts';
import styles from './test-panel.module.css';

interface TestPanelProps<Outcome> {
  text: string;
  /** Sends the test; undefined if it can't be sent from this page. */
  send: (() => Promise<Outcome>) | undefined;
  /** Explains what is missing before a test can be sent. */
  missing?: string | undefined;
  fields: ReactNode;
  shown: (outcome: Outcome) => ReactNode;
  /** Shown last, such as how to send a request from the command line. */
  children?: ReactNode;
}

/** Tests an integration from its page, and shows the result. */
export function TestPanel<Outcome>({text, send, missing, fields, shown, children}: TestPanelProps<Outcome>) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!send) return;
    setOutcome(undefined);
    setFailure(missing);
    if (missing) return;
    setBusy(true);
    try {
      setOutcome(await send());
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  }

  return (
    <Panel title={t({message: 'Test', context: 'noun'})} text={text}>
      {send && (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          {fields}
          <Button kind="primary" type="submit" icon="send" busy={busy}>
            <Trans>Send test</Trans>
          </Button>
        </form>
      )}
      <div role="status" className={styles.status}>
        {outcome !== undefined && shown(outcome)}
      </div>
      <ErrorNotice text={failure} />
      {children}
    </Panel>
  );
}

/** Quotes a text for use in a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
