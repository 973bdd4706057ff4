import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {Checkbox} from '../../src/components/ui/checkbox.tsx';
import {Chooser} from '../../src/components/ui/chooser.tsx';
import {ChosenItem, ChosenList} from '../../src/components/ui/chosen-list.tsx';
import DatePicker from '../../src/components/ui/date-picker.tsx';
import {TextArea, TextField} from '../../src/components/ui/field.tsx';
import {PickerField} from '../../src/components/ui/picker-field.tsx';
import {RadioField} from '../../src/components/ui/radio-field.tsx';
import {SelectField} from '../../src/components/ui/select-field.tsx';
import styles from '../gallery.module.css';
import {Specimen, Specimens} from '../specimen.tsx';

const noop = () => {};
const VALID = {'aria-describedby': undefined, 'aria-invalid': undefined};

export function Fields() {
  const [picked, setPicked] = useState('online');
  const statuses = [
    {value: 'online', label: t`Online`},
    {value: 'away', label: t`Away`},
    {value: 'dnd', label: t`Do not disturb`},
  ];
  return (
    <Specimens>
      <Specimen name="TextField">
        <div className={styles.block}>
          <TextField label={t`Name`} required defaultValue="Tidewater" />
        </div>
      </Specimen>
      <Specimen name="TextField error">
        <div className={styles.block}>
          <TextField label={t`Email`} defaultValue="mira@" error={t`Enter a valid email address.`} />
        </div>
      </Specimen>
      <Specimen name="TextField disabled, hint">
        <div className={styles.block}>
          <TextField label={t`ID`} hint={t`Search by name`} disabled defaultValue="9f3k2m7x5c" />
        </div>
      </Specimen>
      <Specimen name="TextArea">
        <div className={styles.block}>
          <TextArea label={t`Purpose`} rows={2} placeholder={t`Description`} />
        </div>
      </Specimen>
      <Specimen name="SelectField">
        <div className={styles.block}>
          <SelectField label={t`Type`} options={statuses} value={picked} onChange={setPicked} />
        </div>
      </Specimen>
      <Specimen name="PickerField">
        <div className={styles.block}>
          <PickerField label={t`Channel`} chosen={null}>
            {() => (
              <Chooser
                label={t`Find channels`}
                items={statuses}
                getKey={({value}) => value}
                render={({label}) => label}
                onChoose={noop}
                query=""
                onQuery={noop}
                none={t`No channels found`}
              />
            )}
          </PickerField>
        </div>
      </Specimen>
      <Specimen name="DatePicker">
        <DatePicker
          label={t`Date and time`}
          value="2024-05-15"
          timeZone="UTC"
          onChange={noop}
          min=""
          max=""
          required={false}
          autoFocus={false}
          {...VALID}
        />
      </Specimen>
      <Specimen name="Checkbox">
        <div className={styles.block}>
          <Checkbox label={t`Also send to channel`} defaultChecked />
          <Checkbox label={t`Mentions only`} hint={t`Ignore @channel, @here and @all`} />
          <Checkbox label={t`Mute`} disabled />
        </div>
      </Specimen>
      <Specimen name="Checkbox asSwitch">
        <div className={styles.block}>
          <Checkbox asSwitch label={t`Desktop notifications`} defaultChecked />
          <Checkbox asSwitch label={t`Mobile notifications`} />
        </div>
      </Specimen>
      <Specimen name="RadioField">
        <div className={styles.block}>
          <RadioField
            label={t`Notifications`}
            value="mention"
            onChange={noop}
            options={[
              {value: 'all', label: t`All messages`},
              {value: 'mention', label: t`Mentions only`},
              {value: 'none', label: t`Nothing`},
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="ChosenList">
        <div className={styles.block}>
          <ChosenList
            label={t`Channels`}
            isEmpty={false}
            field={
              <PickerField label={t`Channels`} chosen={null}>
                {() => null}
              </PickerField>
            }
          >
            <ChosenItem name="Releases" onRemove={noop} />
            <ChosenItem name="Incidents" onRemove={noop} />
          </ChosenList>
        </div>
      </Specimen>
    </Specimens>
  );
}
