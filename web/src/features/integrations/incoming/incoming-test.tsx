import {type FormEvent, useState} from 'react';
import {Button} from '../../../components/button.tsx';
import {ErrorNotice, Notice} from '../../../components/notice.tsx';
import {Panel} from '../../../components/panel.tsx';
import {TextField} from '../../../components/text-field.tsx';
import {errorMessage} from '../../../lib/server.ts';
import {CodeBlock} from '../../markdown/code-block.tsx';
import {PostLink} from '../post-link.tsx';
import {quoted} from '../shell.ts';
import styles from '../test-form.module.css';
import {addressOf, type IncomingWebhook, refreshIncoming, sendToWebhook} from './incoming-webhooks.ts';

/** Sends to a webhook from the page, and says how to do it from elsewhere. */
export function IncomingTest({hook}: {hook: IncomingWebhook}) {
  const [text, setText] = useState('Hello from my **webhook**');
  const [busy, setBusy] = useState(false);
  const [sentId, setSentId] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    setSentId(undefined);
    try {
      setSentId(await sendToWebhook(hook, {text}));
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
    await refreshIncoming(hook);
  }

  return (
    <Panel
      title="Try it"
      text={
        hook.signed
          ? 'Requests have to be signed, so this page, which does not know the secret, cannot send one.'
          : 'The message is really posted.'
      }
    >
      {!hook.signed && (
        <form className={styles.form} onSubmit={(event) => void send(event)}>
          <div className={styles.text}>
            <TextField label="Message" value={text} onChange={(event) => setText(event.target.value)} />
          </div>
          <Button kind="primary" type="submit" icon="send" busy={busy}>
            Send a test
          </Button>
        </form>
      )}
      <div role="status" className={styles.status}>
        {sentId !== undefined && (
          <Notice kind="success">
            It has arrived. <PostLink postId={sentId}>See the message</PostLink>
          </Notice>
        )}
      </div>
      <ErrorNotice text={failure} />
      <CodeBlock language="bash" code={hook.signed ? signedCurl(hook) : curl(hook, text)} />
    </Panel>
  );
}

function curl(hook: IncomingWebhook, text: string): string {
  return `curl -i ${addressOf(hook)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify({text}))}`;
}

function signedCurl(hook: IncomingWebhook): string {
  return `body='{"text": "signed"}'
time=$(date +%s)
signature="v0=$(printf 'v0:%s:%s' "$time" "$body" |
  openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')"
curl -i ${addressOf(hook)} -d "$body" \\
  -H 'Content-Type: application/json' \\
  -H "X-Patchbay-Request-Timestamp: $time" \\
  -H "X-Patchbay-Signature: $signature"`;
}
