import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useState} from 'react';
import {countEmojiUse} from '../../../data/emoji/emoji-counts.ts';
import {
  type CustomStatus,
  clearCustomStatus,
  recentStatuses,
  setCustomStatus,
  useCustomStatus,
} from '../../../data/people/custom-status.ts';
import {distinctEnds, type End} from '../../../data/people/ends.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {Emoji} from '../../emoji/emoji.tsx';
import {EmojiPickerButton} from '../../emoji/emoji-picker-button.tsx';
import {Button} from '../../ui/button.tsx';
import {TextField} from '../../ui/field.tsx';
import {FormDialog, useDialogWork} from '../../ui/form-dialog.tsx';
import {SelectField} from '../../ui/select-field.tsx';
import {useIsChanged} from '../../ui/use-is-changed.ts';
import styles from './status-dialog.module.css';
import {type ChosenEnd, useEnd, useEndLabels} from './use-end.tsx';

/** The maximum length of a text, as on the server. */
const MAX_LENGTH = 100;
const DEFAULT_EMOJI = 'speech_balloon';

const ENDS: readonly End[] = ['never', '30min', '1h', '4h', 'today', 'tomorrow', 'week'];

const SUGGESTIONS: readonly {emoji: string; text: MessageDescriptor; end: End}[] = [
  {emoji: 'calendar', text: msg`In a meeting`, end: '1h'},
  {emoji: 'hamburger', text: msg`Out for lunch`, end: '30min'},
  {emoji: 'sneezing_face', text: msg`Out sick`, end: 'today'},
  {emoji: 'house', text: msg`Working from home`, end: 'today'},
  {emoji: 'palm_tree', text: msg`On vacation`, end: 'week'},
];

/** Sets or clears the person's custom status. */
export default function StatusDialog({onClose}: {onClose: () => void}) {
  const me = useMe();
  const dates = useDates();
  const current = useCustomStatus(me.id);
  const [emoji, setEmoji] = useState(current?.emoji ?? DEFAULT_EMOJI);
  const [picked, setPicked] = useState<string>();
  const [text, setText] = useState(current?.text ?? '');
  const labels = useEndLabels();
  const {end, setEnd, value, field, read} = useEnd(current?.until ? 'kept' : 'today', current?.until);
  const [missing, setMissing] = useState(false);
  const {run, state} = useDialogWork(onClose);
  const withPicker = useIsOn('EnableEmojiPicker');

  function choose(status: Pick<CustomStatus, 'emoji' | 'text'>, usual?: End) {
    setEmoji(status.emoji);
    setText(status.text);
    if (usual) setEnd(usual);
  }
  function pick(name: string) {
    setPicked(name);
    setEmoji(name);
  }
  async function save() {
    if (text.trim() === '') return setMissing(true);
    const until = read();
    if (until === undefined) return;
    await run(async () => {
      await setCustomStatus({emoji, text: text.trim(), until});
      if (emoji === picked) countEmojiUse(emoji);
    });
  }

  const offered = distinctEnds(ENDS, dates);
  const ends = [
    ...offered.map((value) => ({value, label: labels[value]})),
    {value: 'custom', label: t`Choose a date and time`},
  ];
  const recent = recentStatuses();
  const suggested = SUGGESTIONS.map(({text: message, end, ...one}) => ({
    ...one,
    text: i18n._(message),
    end: offered.includes(end) ? end : 'never',
  })).filter((one) => recent.every((other) => other.text !== one.text));
  return (
    <FormDialog
      title={t`Set a status`}
      submitLabel={t`Save`}
      {...state}
      isChanged={useIsChanged(emoji, text, value)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={styles.line}>
        <span className={styles.emoji}>
          {withPicker ? (
            <EmojiPickerButton
              icon="emoji"
              mark={<Emoji name={emoji} />}
              label={t`Choose an emoji`}
              side="start"
              onPick={pick}
            />
          ) : (
            <Emoji name={emoji} />
          )}
        </span>
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
        onChange={(chosen) => setEnd(chosen as ChosenEnd)}
      />
      {field}
      {recent.length > 0 && (
        <Choices title={t`Recent statuses`}>
          {recent.map((status) => (
            <Choice key={`${status.emoji} ${status.text}`} status={status} onChoose={() => choose(status)} />
          ))}
        </Choices>
      )}
      {suggested.length > 0 && (
        <Choices title={t`Suggestions`}>
          {suggested.map((status) => (
            <Choice
              key={status.text}
              status={status}
              detail={labels[status.end]}
              onChoose={() => choose(status, status.end)}
            />
          ))}
        </Choices>
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

function Choices({title, children}: {title: string; children: ReactNode}) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.choices}>{children}</ul>
    </section>
  );
}

function Choice({
  status,
  detail,
  onChoose,
}: {
  status: Pick<CustomStatus, 'emoji' | 'text'>;
  /** When the status ends. */
  detail?: string;
  onChoose: () => void;
}) {
  return (
    <li>
      <button type="button" className={styles.choice} onClick={onChoose}>
        <Emoji name={status.emoji} fallback="" /> <bdi>{status.text}</bdi>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </button>
    </li>
  );
}
