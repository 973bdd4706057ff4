import type {FormEventHandler, ReactNode} from 'react';
import {Dialog, DialogBody} from './dialog.tsx';
import {FormFooter} from './form-footer.tsx';
import {ErrorNotice} from './notice.tsx';

interface FormDialogProps {
  title: string;
  /** The label of the button that submits the form. */
  submitLabel: string;
  busy: boolean;
  /** An error that isn't about a single field. */
  failure: string | undefined;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with buttons to cancel and submit. */
export function FormDialog({
  title,
  submitLabel,
  busy,
  failure,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} keepOpen>
      <form onSubmit={onSubmit} noValidate>
        <DialogBody>
          {children}
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          {submitLabel}
        </FormFooter>
      </form>
    </Dialog>
  );
}
