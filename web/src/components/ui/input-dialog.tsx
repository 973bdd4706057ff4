import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ComponentProps, useState} from 'react';
import {ConfirmDialog} from './confirm-dialog.tsx';
import {Dialog} from './dialog.tsx';
import {PartialFields} from './field.tsx';

interface InputDialogProps extends Omit<ComponentProps<typeof Dialog>, 'keepOpen'> {
  /** Whether the person has entered something that isn't saved. Partly typed dates and times always count as input. */
  isChanged: boolean;
}

/**
 * A dialog whose input is lost when it closes. It stays open on a click outside, and X and Escape ask before they discard
 * changes. Its Cancel button doesn't ask.
 */
export function InputDialog({isChanged, onClose, children, ...dialog}: InputDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const [partialCount, countPartial] = useState(0);
  const close = isChanged || partialCount > 0 ? () => setAsking(true) : onClose;
  return (
    <Dialog {...dialog} onClose={close} keepOpen>
      <PartialFields value={countPartial}>{children}</PartialFields>
      {isAsking && (
        <ConfirmDialog
          title={t`Discard changes?`}
          confirmLabel={t`Discard`}
          cancelLabel={t`Keep editing`}
          danger
          onConfirm={async () => onClose()}
          onClose={() => setAsking(false)}
        >
          <Trans>What you entered in this form will be lost.</Trans>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
