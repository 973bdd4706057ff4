import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {FormDialog, useDialogWork} from '../../components/ui/form-dialog.tsx';
import {RadioField} from '../../components/ui/radio-field.tsx';

const HOUR = 3_600_000;
const INITIAL = '0';

/** Milliseconds as strings, because they are the values of radio buttons. */
function overlaps() {
  return [
    {value: INITIAL, label: t`Stops working immediately`, hint: t`Choose this if it may have leaked.`},
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
  const [overlap, setOverlap] = useState(INITIAL);
  const {run, state} = useDialogWork(onClose);
  async function confirm(event: FormEvent) {
    event.preventDefault();
    await run(() => onConfirm(Number(overlap)));
  }
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      size="small"
      {...state}
      isChanged={overlap !== INITIAL}
      onSubmit={(event) => void confirm(event as FormEvent)}
    >
      <RadioField label={label} options={overlaps()} value={overlap} onChange={setOverlap} />
    </FormDialog>
  );
}
