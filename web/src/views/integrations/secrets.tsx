import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {CopyField} from '../../components/ui/copy.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {showSuccess} from '../../lib/toasts.ts';

/** The token that identifies this server to a program. */
export function TokenPanel({token, onRegenerate}: {token: string; onRegenerate: () => Promise<unknown>}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title={t`Token`}
      text={t`Sent with every request. Check it in your program to verify that the request comes from this server.`}
      actions={
        <Button icon="key" onPress={() => setAsking(true)}>
          <Trans>Regenerate token</Trans>
        </Button>
      }
    >
      <CopyField label={t`Token`} value={token} secret />
      {isAsking && (
        <ConfirmDialog
          title={t`Regenerate token?`}
          confirmLabel={t`Regenerate`}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await onRegenerate();
            showSuccess(t`Token regenerated.`);
          }}
        >
          <Trans>The old token is no longer sent. Update your program to check the new one.</Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
