import type {FormEventHandler, ReactNode} from 'react';
import {Dialog, DialogBody} from './dialog.tsx';
import {FormFooter} from './form-footer.tsx';
import {ErrorNotice} from './notice.tsx';

interface FormDialogProps {
  title: string;
  /** What the form does, on the button that does it. */
  submitLabel: string;
  busy: boolean;
  /** Why it was refused, where that is about no single field. */
  failure: string | undefined;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: its fields, and to leave it or to send it. */
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
