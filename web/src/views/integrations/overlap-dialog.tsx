import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {Dialog, DialogBody} from '../../components/ui/dialog.tsx';
import {FormFooter} from '../../components/ui/form-footer.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {RadioField} from '../../components/ui/radio-field.tsx';
import {errorMessage} from '../../lib/server.ts';

const HOUR = 3_600_000;

/** Milliseconds as strings, because they are the values of radio buttons. */
function overlaps() {
  return [
    {value: '0', label: t`Stops working immediately`, hint: t`Choose this if it may have leaked.`},
    {value: String(HOUR), label: t`Works for another hour`},
    {value: String(24 * HOUR), label: t`Works for another day`},
    {value: String(7 * 24 * HOUR), label: t`Works for another week`},
    {value: String(30 * 24 * HOUR), label: t`Works for another 30 days`},
  ];
}

/** Asks how long the old URL or secret should keep working. */
export function OverlapDialog({
  title,
  label,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  title: string;
  /** The label of the old value, such as `Old URL`. */
  label: string;
  confirmLabel: string;
  onConfirm: (overlapMillis: number) => Promise<void>;
  onClose: () => void;
}) {
  const [overlap, setOverlap] = useState('0');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function confirm(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm(Number(overlap));
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <form onSubmit={(event) => void confirm(event)}>
        <DialogBody>
          <RadioField label={label} options={overlaps()} value={overlap} onChange={setOverlap} />
          <ErrorNotice text={failure} />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          {confirmLabel}
        </FormFooter>
      </form>
    </Dialog>
  );
}
