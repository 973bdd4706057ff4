import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {SecretDialog} from '../../components/ui/secret-dialog.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';

/** Turns request signing of a webhook on and off, and regenerates its secret. */
export function SigningPanel({
  path,
  signed,
  text,
  turnOffText,
  onChanged,
}: {
  /** The API path of the webhook. */
  path: string;
  signed: boolean;
  /** Explains the purpose of signing. */
  text: string;
  /** Explains the consequences of turning off signing. */
  turnOffText: string;
  onChanged: () => Promise<unknown>;
}) {
  const [secret, setSecret] = useState<string>();
  const [asking, setAsking] = useState<'regenerate' | 'turnOff'>();
  const [busy, setBusy] = useState(false);
  const secretPath = `${path}/signing_secret`;

  async function createSecret(): Promise<void> {
    const created = await server.call<{secret: string}>(secretPath, {method: 'POST'});
    setSecret(created.secret);
    await onChanged();
  }

  async function turnOn(): Promise<void> {
    setBusy(true);
    await createSecret().catch((error: unknown) => showError(errorMessage(error)));
    setBusy(false);
  }

  return (
    <Panel
      title={t`Request signing`}
      text={text}
      actions={
        signed ? (
          <>
            <Button onPress={() => setAsking('regenerate')}>{t`Regenerate secret`}</Button>
            <Button kind="quiet" onPress={() => setAsking('turnOff')}>
              <Trans>Turn off signing</Trans>
            </Button>
          </>
        ) : (
          <Button icon="shield" busy={busy} onPress={() => void turnOn()}>
            <Trans>Turn on signing</Trans>
          </Button>
        )
      }
    >
      {signed && (
        <div>
          <Tag kind="good">{t`SIGNED`}</Tag>{' '}
          <Trans>
            Requests have the headers <code>X-Patchbay-Signature</code> and{' '}
            <code>X-Patchbay-Request-Timestamp</code>.
          </Trans>
        </div>
      )}
      {secret && (
        <SecretDialog
          title={t`Signing secret`}
          label={t`Secret`}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {asking === 'regenerate' && (
        <ConfirmDialog
          title={t`Regenerate secret?`}
          confirmLabel={t`Regenerate`}
          onClose={() => setAsking(undefined)}
          onConfirm={createSecret}
        >
          <Trans>The old secret stops working. Update your program with the new one.</Trans>
        </ConfirmDialog>
      )}
      {asking === 'turnOff' && (
        <ConfirmDialog
          title={t`Turn off signing?`}
          confirmLabel={t`Turn off`}
          danger
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            await server.call(secretPath, {method: 'DELETE'});
            await onChanged();
          }}
        >
          {turnOffText}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
