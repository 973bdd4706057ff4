import {type FormEvent, useEffect, useRef, useState} from 'react';
import {
  judgeSubmission,
  type Submission,
} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';
import type {OpenedDialog} from '../../data/dialogs/opened-dialogs.ts';
import {useImageSource} from '../../data/system/image-source.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {Button} from '../ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {DialogField} from './dialog-field.tsx';
import styles from './interactive-dialog.module.css';

/** What the integration, or the server before it, says of a submission; empty if all is well. */
interface Answer {
  error?: string;
  errors?: Record<string, string>;
}

/** A control with something wrong in it; of radio buttons the first. */
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
  const [refusals, setRefusals] = useState(0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    // Only the integration asks for it; the dialog works without.
    server.call(`/actions/dialogs/${dialogId}/shown`, {method: 'POST'}).catch(() => {});
  }, [dialogId]);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [refusals]);

  const send = (submission: Submission, cancelled: boolean) =>
    server.call<Answer>('/actions/dialogs/submit', {
      method: 'POST',
      body: {dialog_id: dialogId, url, callback_id: callbackId, submission, cancelled},
    });

  function refuse({errors: atFields = {}, error}: Answer): void {
    const known = new Set(elements.map(({name}) => name));
    const others = Object.entries(atFields).filter(([name]) => !known.has(name));
    setErrors(atFields);
    setFailure([error, ...others.map(([, text]) => text)].filter(Boolean).join(' ') || undefined);
    setRefusals((count) => count + 1);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const judged = judgeSubmission(elements, values);
    if (Object.keys(judged.errors).length > 0) return refuse({errors: judged.errors});
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await send(judged.values, false);
      if (answer.error || answer.errors) refuse(answer);
      else onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  function cancel(): void {
    if (busy) return;
    // The server knows whether the integration wants to hear of it. Whoever leaves need not wait for that.
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
            Cancel
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
