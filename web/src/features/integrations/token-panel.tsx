import {useState} from 'react';
import {Button} from '../../components/button.tsx';
import {ConfirmDialog} from '../../components/confirm-dialog.tsx';
import {CopyField} from '../../components/copy.tsx';
import {Panel} from '../../components/panel.tsx';
import {tellDone} from '../../components/toast.tsx';

/** The token by which a program knows that this server calls. */
export function TokenPanel({token, onRenew}: {token: string; onRenew: () => Promise<unknown>}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title="Token"
      text="It comes with every request. Compare it, so that you know who calls."
      actions={
        <Button icon="key" onPress={() => setAsking(true)}>
          New token
        </Button>
      }
    >
      <CopyField label="Token" value={token} secret />
      {isAsking && (
        <ConfirmDialog
          title="Make a new token?"
          confirmLabel="Make a new token"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await onRenew();
            tellDone('There is a new token.');
          }}
        >
          The old one is no longer sent. Your program has to be given the new one.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
