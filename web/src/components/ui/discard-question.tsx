import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useState} from 'react';
import {ConfirmDialog} from './confirm-dialog.tsx';

/**
 * Asks before a dialog with changed input closes. Pass `close` to the dialog, and render the question. The Cancel button
 * of the form doesn't ask.
 */
export function useDiscardQuestion(
  isChanged: boolean,
  onClose: () => void,
): {close: () => void; question: ReactNode} {
  const [isAsking, setAsking] = useState(false);
  return {
    close: isChanged ? () => setAsking(true) : onClose,
    question: isAsking && (
      <ConfirmDialog
        title={t`Discard changes?`}
        confirmLabel={t`Discard`}
        danger
        onConfirm={async () => onClose()}
        onClose={() => setAsking(false)}
      >
        <Trans>What you entered in this form will be lost.</Trans>
      </ConfirmDialog>
    ),
  };
}
