import {type FormEventHandler, type ReactNode, useState} from 'react';
import {errorMessage} from '../../lib/server.ts';
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

/** Does the work of a form dialog, and then closes it. If that fails, the dialog stays and shows the error. */
export function useDialogWork(onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  return {
    async run(work: () => Promise<unknown>): Promise<void> {
      setBusy(true);
      setFailure(undefined);
      try {
        await work();
        onClose();
      } catch (error) {
        setFailure(errorMessage(error));
        setBusy(false);
      }
    },
    /** For `FormDialog`. */
    state: {busy, failure, onClose},
  };
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
