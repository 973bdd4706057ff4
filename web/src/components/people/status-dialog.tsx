import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {countEmojiUse} from '../../data/emoji/emoji-use.ts';
import {
  type CustomStatus,
  clearCustomStatus,
  recentStatuses,
  setCustomStatus,
  useCustomStatus,
} from '../../data/people/custom-status.ts';
import {type End, endTime} from '../../data/people/ends.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {Button} from '../ui/button.tsx';
import {TextField} from '../ui/field.tsx';
import {FormDialog, useDialogWork} from '../ui/form-dialog.tsx';
import {SelectField} from '../ui/select-field.tsx';
import styles from './status-dialog.module.css';

/** The maximum length of a text, as on the server. */
const MAX_LENGTH = 100;
const DEFAULT_EMOJI = 'speech_balloon';

/** Sets or clears the person's custom status. */
export default function StatusDialog({onClose}: {onClose: () => void}) {
  const me = useMe();
  const dates = useDates();
  const current = useCustomStatus(me.id);
  const [emoji, setEmoji] = useState(current?.emoji ?? DEFAULT_EMOJI);
  const [text, setText] = useState(current?.text ?? '');
  const [end, setEnd] = useState<End | 'kept'>(current?.until ? 'kept' : 'today');
  const [missing, setMissing] = useState(false);
  const {run, state} = useDialogWork(onClose);

  function choose(status: CustomStatus) {
    setEmoji(status.emoji);
    setText(status.text);
  }
  function pick(name: string) {
    countEmojiUse(name);
    setEmoji(name);
  }
  async function save() {
    if (text.trim() === '') return setMissing(true);
    const until = end === 'kept' ? current!.until : endTime(end, dates);
    await run(() => setCustomStatus({emoji, text: text.trim(), until}));
  }

  const morning = dates.time(endTime('tomorrow', dates));
  const ends: {value: End; label: string}[] = [
    {value: 'never', label: t`Don't clear`},
    {value: '30min', label: t`30 minutes`},
    {value: '1h', label: t`1 hour`},
    {value: '4h', label: t`4 hours`},
    {value: 'today', label: t`Today`},
    {value: 'tomorrow', label: t`Tomorrow at ${morning}`},
  ];
  const recent = recentStatuses();
  return (
    <FormDialog
      title={t`Set a status`}
      submitLabel={t`Save`}
      {...state}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={styles.line}>
        <span className={styles.emoji}>
          <Emoji name={emoji} />
        </span>
        <EmojiPickerButton icon="emoji" label={t`Choose an emoji`} side="start" onPick={pick} />
        <div className={styles.text}>
          <TextField
            label={t({message: 'Status', context: 'custom status'})}
            autoFocus
            maxLength={MAX_LENGTH}
            value={text}
            error={missing && text.trim() === '' ? t`Enter a status.` : undefined}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <SelectField
        label={t`Clear after`}
        value={end}
        options={
          current?.until
            ? [{value: 'kept', label: t`Keep current: ${dates.dateTime(current.until)}`}, ...ends]
            : ends
        }
        onChange={(chosen) => setEnd(chosen as End)}
      />
      {recent.length > 0 && (
        <section aria-label={t`Recent statuses`}>
          <ul className={styles.recent}>
            {recent.map((status) => (
              <li key={`${status.emoji} ${status.text}`}>
                <button type="button" className={styles.choice} onClick={() => choose(status)}>
                  <Emoji name={status.emoji} fallback="" /> <bdi>{status.text}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {current && (
        <div>
          <Button
            size="small"
            onPress={() =>
              void clearCustomStatus().then(onClose, (error: unknown) => showError(errorMessage(error)))
            }
          >
            <Trans>Clear status</Trans>
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
