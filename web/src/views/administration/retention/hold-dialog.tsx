import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {DateTimeField} from '../../../components/time/date-time-field.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {createLegalHold} from '../../../data/retention/retention.ts';
import {zonedMillis} from '../../../lib/zoned-time.ts';
import {EntitiesField} from '../entities-field.tsx';
import type {Entity} from '../entity-chooser.tsx';
import styles from './retention.module.css';

/** Creates a legal hold. */
export function HoldDialog({onClose}: {onClose: () => void}) {
  const {timeZone} = useDates();
  const [name, setName] = useState('');
  const [people, setPeople] = useState<Entity[]>([]);
  const [channels, setChannels] = useState<Entity[]>([]);
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const {run, reject, getError, state} = useDialogWork(onClose, ['name', 'end_at']);

  async function create() {
    if (name.trim() === '') return reject('name', t`Enter a reason.`);
    await run(() =>
      createLegalHold({
        name: name.trim(),
        user_ids: people.map(({id}) => id),
        channel_ids: channels.map(({id}) => id),
        start_at: zonedMillis(start, timeZone) ?? 0,
        end_at: zonedMillis(end, timeZone) ?? 0,
      }),
    );
  }

  return (
    <FormDialog
      title={t`Create legal hold`}
      submitLabel={t`Create legal hold`}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
      {...state}
      isChanged={useIsChanged(name, people, channels, start, end)}
    >
      <p className={styles.quiet}>
        <Trans>
          Messages and files that match all of these conditions can't be deleted permanently until you release
          the hold.
        </Trans>
      </p>
      <TextField
        label={t`Reason`}
        placeholder={t`Case 17, requested by the legal team`}
        required
        autoFocus
        maxLength={128}
        value={name}
        error={getError('name')}
        onChange={({target}) => setName(target.value)}
      />
      <EntitiesField
        kind="people"
        label={t`Posted by`}
        placeholder={t`Anyone`}
        chosen={people}
        onChange={setPeople}
      />
      <EntitiesField
        kind="channels"
        label={t`In channels`}
        placeholder={t`All channels and direct messages`}
        chosen={channels}
        onChange={setChannels}
      />
      <div className={styles.age}>
        <DateTimeField
          label={t({message: 'From', context: 'start of a period'})}
          value={start}
          onChange={setStart}
        />
        <DateTimeField
          label={t({message: 'Until', context: 'end of a period'})}
          value={end}
          error={getError('end_at')}
          onChange={setEnd}
        />
      </div>
      <p className={styles.quiet}>{t`Time zone: ${timeZone}. Leave empty for no limit.`}</p>
    </FormDialog>
  );
}
