import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {Button} from './button.tsx';

interface CancelButtonProps {
  /** The name of the canceled action, for screen readers. */
  label?: string;
  isDisabled?: boolean;
  onCancel: () => Promise<unknown>;
}

/** A button that cancels work on the server. */
export function CancelButton({label, isDisabled, onCancel}: CancelButtonProps) {
  const [busy, setBusy] = useState(false);
  async function cancel() {
    setBusy(true);
    await onCancel().catch((error) => showError(errorMessage(error)));
    setBusy(false);
  }
  return (
    <Button
      size="small"
      icon="close"
      busy={busy}
      isDisabled={isDisabled}
      aria-label={label}
      onPress={() => void cancel()}
    >
      <Trans>Cancel</Trans>
    </Button>
  );
}
