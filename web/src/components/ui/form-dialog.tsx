import {type ComponentProps, type FormEventHandler, type ReactNode, useEffect, useRef, useState} from 'react';
import {errorMessage, errorPath} from '../../lib/server.ts';
import {DialogBody} from './dialog.tsx';
import {FormFooter} from './form-footer.tsx';
import {InputDialog} from './input-dialog.tsx';
import {ErrorNotice} from './notice.tsx';

interface FormDialogProps {
  title: string;
  /** The label of the button that submits the form. */
  submitLabel: string;
  /** Whether the person has entered something. Then the dialog asks before it closes (`InputDialog`). */
  isChanged: boolean;
  size?: ComponentProps<typeof InputDialog>['size'];
  busy: boolean;
  /** An error that doesn't belong to a single field. */
  failure: string | undefined;
  /** The person changes what is in a field that has an error. */
  onCorrect?: () => void;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Runs the action of a form dialog, and then closes it. If the action fails, the dialog stays open and shows the
 * error: at its field if `fields` contains it (with names such as `attrs.options`), until the person changes the field, and
 * otherwise above the buttons.
 */
export function useDialogWork(onClose: () => void, fields: readonly string[] = []) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{path: string; text: string}>();
  const getError = (field: string) =>
    failure && `${failure.path}.`.startsWith(`${field}.`) ? failure.text : undefined;
  return {
    async run(work: () => Promise<unknown>): Promise<void> {
      setBusy(true);
      setFailure(undefined);
      try {
        await work();
        onClose();
      } catch (error) {
        setFailure({path: errorPath(error) ?? '', text: errorMessage(error)});
        setBusy(false);
      }
    },
    /** Shows an error at a field instead of running the action. */
    reject: (field: string, text: string): void => setFailure({path: field, text}),
    /** Returns the error of a field. */
    getError,
    /** Pass this to `FormDialog`. */
    state: {
      busy,
      failure: fields.some(getError) ? undefined : failure?.text,
      onCorrect: () => setFailure(undefined),
      onClose,
    },
  };
}

/** A form in a dialog, with buttons to cancel and submit. */
export function FormDialog({
  title,
  submitLabel,
  isChanged,
  size,
  busy,
  failure,
  onCorrect,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const invalid = useRef<HTMLElement>(null);
  // A new error may be out of view.
  useEffect(() => {
    const before = invalid.current;
    invalid.current = findInvalid(form.current!);
    if (!invalid.current || invalid.current === before) return;
    invalid.current.focus({preventScroll: true});
    invalid.current.scrollIntoView({block: 'center'});
  });
  return (
    <InputDialog title={title} size={size} onClose={onClose} isChanged={isChanged}>
      <form
        ref={form}
        // What is invalid when the focus moves isn't new. Going back to it would interrupt the person.
        onFocus={({currentTarget}) => {
          invalid.current = findInvalid(currentTarget);
        }}
        onInput={({target}) => {
          if ((target as Element).matches('[aria-invalid="true"]')) onCorrect?.();
        }}
        onSubmit={(event) => {
          // Enter submits a form with a single field even while its button is busy.
          if (busy) event.preventDefault();
          else onSubmit(event);
        }}
        noValidate
      >
        <DialogBody>
          {children}
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          {submitLabel}
        </FormFooter>
      </form>
    </InputDialog>
  );
}

const findInvalid = (form: HTMLElement) => form.querySelector<HTMLElement>('[aria-invalid="true"]');
