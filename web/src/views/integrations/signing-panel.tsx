import {useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {errorMessage, server} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';
import {SecretDialog} from './secrets.tsx';

/** Whether the requests of a webhook are signed, and the secret that signs them. */
export function SigningPanel({
  path,
  signed,
  text,
  dropText,
  onChanged,
}: {
  /** Of the webhook, below the API. */
  path: string;
  signed: boolean;
  /** What signatures do here. */
  text: string;
  /** What follows when there are none any more. */
  dropText: string;
  onChanged: () => Promise<unknown>;
}) {
  const [secret, setSecret] = useState<string>();
  const [asking, setAsking] = useState<'renew' | 'drop'>();
  const [busy, setBusy] = useState(false);
  const secretPath = `${path}/signing_secret`;

  async function makeSecret(): Promise<void> {
    const made = await server.call<{secret: string}>(secretPath, {method: 'POST'});
    setSecret(made.secret);
    await onChanged();
  }

  async function sign(): Promise<void> {
    setBusy(true);
    await makeSecret().catch((error: unknown) => tellError(errorMessage(error)));
    setBusy(false);
  }

  return (
    <Panel
      title="Signatures"
      text={text}
      actions={
        signed ? (
          <>
            <Button onPress={() => setAsking('renew')}>New secret</Button>
            <Button kind="quiet" onPress={() => setAsking('drop')}>
              Stop signing
            </Button>
          </>
        ) : (
          <Button icon="shield" busy={busy} onPress={() => void sign()}>
            Sign requests
          </Button>
        )
      }
    >
      {signed && (
        <div>
          <Tag kind="good">SIGNED</Tag> Requests carry <code>X-Patchbay-Signature</code> and{' '}
          <code>X-Patchbay-Request-Timestamp</code>.
        </div>
      )}
      {secret && (
        <SecretDialog
          title="The signing secret"
          label="Secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {asking === 'renew' && (
        <ConfirmDialog
          title="Make a new secret?"
          confirmLabel="Make a new secret"
          onClose={() => setAsking(undefined)}
          onConfirm={makeSecret}
        >
          Whatever uses the secret of today has to be given the new one.
        </ConfirmDialog>
      )}
      {asking === 'drop' && (
        <ConfirmDialog
          title="Stop signing?"
          confirmLabel="Stop signing"
          danger
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            await server.call(secretPath, {method: 'DELETE'});
            await onChanged();
          }}
        >
          {dropText}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
