import {type FormEvent, useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {errorMessage, server} from '../../../lib/server.ts';
import styles from './outbound-test.module.css';

interface Explanation {
  allowed: boolean;
  addresses: {address: string; allowed: boolean; rule: string}[];
  message: string;
}

/** Says whether the server may call an integration, and if not, what would allow it. Nothing is called. */
export function OutboundTest() {
  const [url, setUrl] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [explanation, setExplanation] = useState<Explanation>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setExplanation(undefined);
    setError(undefined);
    if (url.trim() === '')
      return setError('Type the address of the integration, such as http://10.0.0.7/hook.');
    setBusy(true);
    try {
      setExplanation(
        await server.call<Explanation>('/integrations/outbound/test', {
          method: 'POST',
          body: {url: url.trim()},
        }),
      );
    } catch (failure) {
      setError(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Panel
      title="Test a connection"
      text="Whether the server may call an integration at an address, by which rule, and what would allow it. Nothing is called."
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="Address of the integration"
          inputMode="url"
          placeholder="https://integration.example.com/hook"
          spellCheck={false}
          value={url}
          error={error}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Test it
        </Button>
      </form>
      <div role="status">
        {explanation && (
          <Notice kind={explanation.allowed ? 'success' : 'warning'}>
            <p>{explanation.message}</p>
            {explanation.addresses.length > 0 && (
              <ul>
                {explanation.addresses.map(({address, rule}) => (
                  <li key={address}>
                    <code>{address}</code>: {rule}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </Panel>
  );
}
