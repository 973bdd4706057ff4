import {type FormEvent, type ReactNode, useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {errorMessage} from '../../lib/server.ts';
import styles from './test-panel.module.css';

interface TestPanelProps<Outcome> {
  text: string;
  /** Sends what the fields say; absent where this page cannot. */
  send: (() => Promise<Outcome>) | undefined;
  /** What has to be done before anything can be sent. */
  missing?: string | undefined;
  /** What the fields ask for. */
  fields: ReactNode;
  shown: (outcome: Outcome) => ReactNode;
  /** Below all: how to send it from elsewhere. */
  children?: ReactNode;
}

/** Tries an integration from its page, and shows what comes of it. */
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
    <Panel title="Try it" text={text}>
      {send && (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          {fields}
          <Button kind="primary" type="submit" icon="send" busy={busy}>
            Send a test
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

/** A text between single quotes, as a shell reads it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
