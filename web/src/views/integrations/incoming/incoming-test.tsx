import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {CodeBlock} from '../../../components/markdown/code-block.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {Notice} from '../../../components/ui/notice.tsx';
import {
  type IncomingWebhook,
  refreshIncoming,
  sendToWebhook,
  webhookUrl,
} from '../../../data/integrations/incoming-webhooks.ts';
import {PostLink} from '../references.tsx';
import styles from '../test-panel.module.css';
import {quoted, TestPanel} from '../test-panel.tsx';

/** Posts to a webhook from the page, and shows how to do it from the command line. */
export function IncomingTest({hook}: {hook: IncomingWebhook}) {
  const [text, setText] = useState(t`Hello from my **webhook**`);
  return (
    <TestPanel
      text={
        hook.signed
          ? t`Requests must be signed. This page doesn't know the secret, so it can't send one.`
          : t`This posts a message that everyone in the channel can see.`
      }
      send={hook.signed ? undefined : () => sendToWebhook(hook, {text}).finally(() => refreshIncoming(hook))}
      fields={
        <div className={styles.text}>
          <TextField label={t`Message`} value={text} onChange={(event) => setText(event.target.value)} />
        </div>
      }
      shown={(postId) => (
        <Notice kind="success">
          <Trans>
            Message posted. <PostLink postId={postId}>View message</PostLink>
          </Trans>
        </Notice>
      )}
    >
      <CodeBlock language="bash" code={hook.signed ? signedCurl(hook) : curl(hook, text)} />
    </TestPanel>
  );
}

function curl(hook: IncomingWebhook, text: string): string {
  return `curl -i ${webhookUrl(hook)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify({text}))}`;
}

function signedCurl(hook: IncomingWebhook): string {
  return `body='{"text": "signed"}'
time=$(date +%s)
signature="v0=$(printf 'v0:%s:%s' "$time" "$body" |
  openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')"
curl -i ${webhookUrl(hook)} -d "$body" \\
  -H 'Content-Type: application/json' \\
  -H "X-Patchbay-Request-Timestamp: $time" \\
  -H "X-Patchbay-Signature: $signature"`;
}
