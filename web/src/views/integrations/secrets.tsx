import {type ReactNode, useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {CopyField} from '../../components/ui/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/ui/dialog.tsx';
import {Notice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {tellDone} from '../../lib/toasts.ts';

/** Shows a secret this once. */
export function SecretDialog({
  title,
  label,
  secret,
  children,
  onClose,
}: {
  title: string;
  label: string;
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} keepOpen onClose={onClose}>
      <DialogBody>
        <Notice kind="warning">Copy it now. It is shown this once, and nobody can look it up later.</Notice>
        <CopyField label={label} value={secret} secret />
        {children}
      </DialogBody>
      <DialogFooter>
        <Button kind="primary" onPress={onClose}>
          I have copied it
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

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
