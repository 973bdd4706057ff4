import {Trans} from '@lingui/react/macro';
import {type FormEvent, useEffect, useRef, useState} from 'react';
import {
  type Submission,
  validateSubmission,
} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';
import type {OpenedDialog} from '../../data/dialogs/opened-dialogs.ts';
import {useImageSource} from '../../data/system/image-source.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {Button} from '../ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {DialogField} from './dialog-field.tsx';
import {faultText} from './fault-text.ts';
import styles from './interactive-dialog.module.css';

/** The response of the integration or the server to a submission; empty if it was accepted. */
interface SubmitResponse {
  error?: string;
  errors?: Record<string, string>;
}

/** An invalid control; in a group of radio buttons, the first. */
const INVALID = '[aria-invalid="true"], [data-invalid]';

/**
 * A form that an integration opened (docs/specification.md#dialogs). It stays open until it is submitted or canceled.
 */
export default function InteractiveDialog({
  opened: {dialogId, url, dialog},
  onClose,
}: {
  opened: OpenedDialog;
  onClose: () => void;
}) {
  const {elements, callbackId, introductionText} = dialog;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Submission>(() =>
    Object.fromEntries(
      elements.map((element) => [
        element.name,
        element.type === 'bool' ? element.default === 'true' : element.default,
      ]),
    ),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    // Informs only the integration, so the dialog works even if this fails.
    server.call(`/actions/dialogs/${dialogId}/shown`, {method: 'POST'}).catch(() => {});
  }, [dialogId]);
  useEffect(() => {
    if (failedAttempts > 0) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [failedAttempts]);

  const send = (submission: Submission, cancelled: boolean) =>
    server.call<SubmitResponse>('/actions/dialogs/submit', {
      method: 'POST',
      body: {dialog_id: dialogId, url, callback_id: callbackId, submission, cancelled},
    });

  function showErrors({errors: fieldErrors = {}, error}: SubmitResponse): void {
    const known = new Set(elements.map(({name}) => name));
    const others = Object.entries(fieldErrors).filter(([name]) => !known.has(name));
    setErrors(fieldErrors);
    setFailure([error, ...others.map(([, text]) => text)].filter(Boolean).join(' ') || undefined);
    setFailedAttempts((count) => count + 1);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const validated = validateSubmission(elements, values, faultText);
    if (Object.keys(validated.errors).length > 0) return showErrors({errors: validated.errors});
    setBusy(true);
    setFailure(undefined);
    try {
      const response = await send(validated.values, false);
      if (response.error || response.errors) showErrors(response);
      else onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  function cancel(): void {
    if (busy) return;
    // The server notifies the integration if it asked for that. The dialog doesn't wait for it.
    send({}, true).catch(() => {});
    onClose();
  }

  function change(name: string, value: string | boolean): void {
    setValues((before) => ({...before, [name]: value}));
    setErrors(({[name]: _corrected, ...others}) => others);
  }

  return (
    <Dialog
      title={dialog.title}
      icon={<DialogIcon url={dialog.iconUrl} />}
      size={elements.length === 0 ? 'small' : 'normal'}
      keepOpen
      onClose={cancel}
    >
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        {(introductionText !== '' || elements.length > 0) && (
          <DialogBody>
            {introductionText !== '' && <Markdown text={introductionText} />}
            {elements.map((element, index) => (
              <DialogField
                key={element.name}
                element={element}
                value={values[element.name] as string | boolean}
                error={Object.hasOwn(errors, element.name) ? errors[element.name] : undefined}
                autoFocus={index === 0}
                onChange={(value) => change(element.name, value)}
              />
            ))}
          </DialogBody>
        )}
        <DialogFooter>
          <div className={styles.failure}>
            <ErrorNotice text={failure} />
          </div>
          <Button onPress={cancel} isDisabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {dialog.submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
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
