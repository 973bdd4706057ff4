import {t} from '@lingui/core/macro';
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

/** Tests whether the server is allowed to call an address, without calling it. */
export function OutboundTest() {
  const [url, setUrl] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [explanation, setExplanation] = useState<Explanation>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setExplanation(undefined);
    setError(undefined);
    if (url.trim() === '') return setError(t`Enter the URL of an integration, such as http://10.0.0.7/hook.`);
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
      title={t`Test a connection`}
      text={t`See whether the server is allowed to call a URL, which rule applies, and what would allow it. No request is sent.`}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t`Integration URL`}
          inputMode="url"
          placeholder="https://integration.example.com/hook"
          spellCheck={false}
          value={url}
          error={error}
          onChange={(event) => {
            setUrl(event.target.value);
            // They are about the URL before.
            setError(undefined);
            setExplanation(undefined);
          }}
        />
        <Button type="submit" busy={busy}>
          {t({message: 'Test', context: 'verb'})}
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
