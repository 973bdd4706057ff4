import {Trans} from '@lingui/react/macro';
import {type FormEvent, useEffect, useRef, useState} from 'react';
import type {DialogElement} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import {
  type Submission,
  type SubmittedValue,
  validateSubmission,
} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';
import type {OpenedDialog} from '../../data/dialogs/opened-dialogs.ts';
import {toDialog, type WireDialog} from '../../data/dialogs/wire-dialog.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useImageSource} from '../../data/system/image-source.ts';
import {joinSentences} from '../../lib/sentences.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {Button} from '../ui/button.tsx';
import {DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {InputDialog} from '../ui/input-dialog.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {DialogField} from './dialog-field.tsx';
import {faultText} from './fault-text.ts';
import {initialValues, refreshedValues} from './initial-values.ts';
import styles from './interactive-dialog.module.css';

/** The response of the integration or the server to a submission; empty if it was accepted. */
interface SubmitResponse {
  error?: string;
  errors?: Record<string, string>;
  /** The next form of the dialog. */
  form?: WireDialog;
}

/** An invalid control; in a group of radio buttons, the first. */
const INVALID = '[aria-invalid="true"], [data-invalid]';

/**
 * A form that an integration opened (docs/specification.md#dialogs). It stays open until it is submitted or canceled.
 */
export default function InteractiveDialog({
  opened: {dialogId, url, dialog: firstForm},
  onClose,
}: {
  opened: OpenedDialog;
  onClose: () => void;
}) {
  const {timeZone} = useDates();
  const [dialog, setDialog] = useState(() => toDialog(firstForm));
  /** Increases with each new form, so that React creates new fields for it. */
  const [step, setStep] = useState(0);
  const {elements, callbackId, introductionText} = dialog;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Submission>(() => initialValues(elements, timeZone));
  /** The input of earlier steps, which is submitted again with each step. */
  const [earlier, setEarlier] = useState<Submission>({});
  const refreshes = useRef(0);
  const [refreshing, setRefreshing] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);

  useEffect(() => {
    // This only informs the integration, so the dialog works even if it fails.
    server.call(`/actions/dialogs/${dialogId}/shown`, {method: 'POST'}).catch(() => {});
  }, [dialogId]);
  useEffect(() => {
    if (failedAttempts > 0) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [failedAttempts]);

  const send = (submission: Submission, more: {cancelled?: boolean; type?: 'refresh'}) =>
    server.call<SubmitResponse>('/actions/dialogs/submit', {
      method: 'POST',
      body: {dialog_id: dialogId, url, callback_id: callbackId, submission, ...more},
    });

  function showErrors({errors: fieldErrors = {}, error}: SubmitResponse): void {
    const known = new Set(elements.map(({name}) => name));
    const others = Object.entries(fieldErrors).filter(([name]) => !known.has(name));
    setErrors(fieldErrors);
    setFailure(joinSentences([error, ...others.map(([, text]) => text)]) || undefined);
    setFailedAttempts((count) => count + 1);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || refreshing) return;
    const dates = {now: Date.now(), timeZone, tolerance: 0};
    const validated = validateSubmission(elements, values, dates, faultText);
    if (Object.keys(validated.errors).length > 0) return showErrors({errors: validated.errors});
    setBusy(true);
    setFailure(undefined);
    try {
      const submission = {...earlier, ...validated.values};
      const response = await send(submission, {cancelled: false});
      if (response.error || response.errors) showErrors(response);
      else if (response.form) showNextStep(toDialog(response.form), submission);
      else onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  function showNextStep(next: typeof dialog, submitted: Submission): void {
    setDialog(next);
    setValues(initialValues(next.elements, timeZone));
    setEarlier(submitted);
    setErrors({});
    setStep(step + 1);
  }

  /** Asks the integration for a form that fits the input. Only the response to the latest change counts. */
  async function refresh(name: string, current: Submission): Promise<void> {
    const number = ++refreshes.current;
    const isLatest = () => refreshes.current === number;
    setRefreshing(true);
    setFailure(undefined);
    try {
      const response = await send({...earlier, ...current, selected_field: name}, {type: 'refresh'});
      if (!isLatest()) return;
      if (response.error || response.errors) showErrors(response);
      if (response.form) {
        const next = toDialog(response.form);
        setDialog(next);
        setValues((now) => refreshedValues(elements, next.elements, now, timeZone));
      }
    } catch (error) {
      if (isLatest()) setFailure(errorMessage(error));
    } finally {
      if (isLatest()) setRefreshing(false);
    }
  }

  function cancel(): void {
    if (busy) return;
    // The server notifies the integration if it asked to be notified. The dialog doesn't wait for it.
    send({}, {cancelled: true}).catch(() => {});
    onClose();
  }

  function change(element: DialogElement, value: SubmittedValue): void {
    const {name} = element;
    setChanged(true);
    setValues((before) => ({...before, [name]: value}));
    setErrors(({[name]: _corrected, ...others}) => others);
    if ('refresh' in element && element.refresh) void refresh(name, {...values, [name]: value});
  }

  return (
    <InputDialog
      title={dialog.title}
      icon={<DialogIcon url={dialog.iconUrl} />}
      size={elements.length === 0 ? 'small' : 'normal'}
      isChanged={isChanged}
      onClose={cancel}
    >
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        {(introductionText !== '' || elements.length > 0) && (
          <DialogBody>
            {introductionText !== '' && <Markdown text={introductionText} />}
            {elements.map((element, index) => (
              <DialogField
                key={`${step} ${element.name} ${element.type}`}
                element={element}
                value={values[element.name]}
                input={{dialogId, values: {...earlier, ...values}}}
                error={Object.hasOwn(errors, element.name) ? errors[element.name] : undefined}
                autoFocus={index === 0}
                onChange={(value) => change(element, value)}
              />
            ))}
          </DialogBody>
        )}
        <DialogFooter>
          <p className="visually-hidden" role="status">
            {refreshing && <Trans>Updating the form…</Trans>}
          </p>
          <div className={styles.failure}>
            <ErrorNotice text={failure} />
          </div>
          <Button onPress={cancel} isDisabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" busy={busy || refreshing}>
            {dialog.submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </InputDialog>
  );
}

function DialogIcon({url}: {url: string}) {
  const source = useImageSource(url);
  const [broken, setBroken] = useState<string>();
  if (!source || source === broken) return null;
  return (
    <img
      className={styles.icon}
      src={source}
      width={28}
      height={28}
      alt=""
      onError={() => setBroken(source)}
    />
  );
}
