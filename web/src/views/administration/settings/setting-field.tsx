import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {type FixedSetting, MASK, type Setting} from '../../../data/administration/settings.ts';
import {serverText} from '../../../lib/server-texts.ts';
import {settingLabel} from '../../../lib/setting-names.ts';
import {breakable} from '../breakable.tsx';
import {ByteSizeField} from './byte-size-field.tsx';
import styles from './setting-field.module.css';
import {allowedText, amountText, valueText} from './setting-words.ts';

interface SettingFieldProps {
  setting: Setting;
  value: unknown;
  /** Set if the setting can't be changed here: where its value comes from. */
  fixed: FixedSetting | undefined;
  error: string | undefined;
  changed: boolean;
  onChange: (value: unknown) => void;
}

/** One setting with its description, its value, and its default. */
export function SettingField(props: SettingFieldProps) {
  const {setting, value, fixed, changed, onChange} = props;
  const isDefault = setting.secret ? value === '' : same(value, setting.default);
  return (
    <div
      className={styles.setting}
      data-changed={changed || undefined}
      data-switch={setting.type === 'boolean' || undefined}
    >
      <Control {...props} />
      <div className={styles.facts}>
        <code>{breakable(setting.name)}</code>
        {fixed && (
          <>
            <Tag kind="warn">{fixedText(fixed)}</Tag>
            <code>{breakable(fixed.place)}</code>
          </>
        )}
        {setting.restart && <Tag>{t`Requires restart`}</Tag>}
        {changed && <Tag kind="good">{t`Edited`}</Tag>}
        {!fixed && !isDefault && (
          <Button size="small" kind="quiet" onPress={() => onChange(setting.secret ? '' : setting.default)}>
            {setting.secret ? t`Remove` : t`Reset to default`}
          </Button>
        )}
      </div>
    </div>
  );
}

function Control({setting, value, fixed, error, onChange}: SettingFieldProps) {
  const label = settingLabel(setting.name);
  const shared = {label, error, disabled: fixed !== undefined};
  const isSize = setting.type === 'integer' && setting.unit === 'byte';
  const amount = isSize ? undefined : amountText(setting, value);
  const hint = (
    <>
      {amount !== undefined && <bdi className={styles.amount}>= {amount}</bdi>}
      <Description text={serverText(setting.description)} />
      <span className={styles.default}>{defaultText(setting)}</span>
    </>
  );
  if (isSize) return <ByteSizeField {...shared} hint={hint} value={value} onChange={onChange} />;
  switch (setting.type) {
    case 'boolean':
      return (
        <Checkbox
          {...shared}
          hint={hint}
          asSwitch
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...shared}
          hint={hint}
          value={String(value)}
          options={setting.choices.map((choice) => ({value: choice, label: choice || t`(empty)`}))}
          onChange={onChange}
        />
      );
    case 'list':
      return (
        <TextArea
          {...shared}
          hint={hint}
          rows={Math.min(8, Math.max(2, (value as string[]).length + 1))}
          placeholder={t`One per line`}
          value={(value as string[]).join('\n')}
          onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          hint={hint}
          type={setting.secret ? 'password' : 'text'}
          inputMode={setting.type === 'integer' ? 'numeric' : undefined}
          autoComplete={setting.secret ? 'new-password' : 'off'}
          spellCheck={false}
          placeholder={
            setting.secret && value === MASK ? t`Set. Enter a new value to replace it.` : undefined
          }
          value={value === MASK ? '' : String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function fixedText({source}: FixedSetting): string {
  switch (source) {
    case 'environment':
      return t`Set by environment variable`;
    case 'file':
      return t`Set in config.json`;
    case 'server':
      return t`Only in config.json or the environment`;
  }
}

/** Integers are sent as numbers. Everything else is sent unchanged, and the server reports what is wrong with it. */
export function typedValue(setting: Setting, value: unknown): unknown {
  if (setting.type === 'list') return (value as string[]).map((line) => line.trim()).filter(Boolean);
  if (setting.type === 'integer' && /^\s*-?\d+\s*$/.test(String(value))) return Number(value);
  return value;
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function defaultText(setting: Setting): string {
  const {type, unit, default: value, secret} = setting;
  const initial = (unit === 'byte' && amountText(setting, value)) || valueText(value);
  if (type === 'boolean' || type === 'choice' || secret || setting.allowed === 'text') {
    return t`Default: ${initial}.`;
  }
  const allowed = allowedText(setting);
  return t({
    message: `Default: ${initial}. Allowed: ${allowed}.`,
    comment: 'Examples of allowed values: "a whole number, at least 1", "a list of channel names".',
  });
}

/** A description with names between backticks. */
function Description({text}: {text: string}): ReactNode {
  return (
    <bdi>
      {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </bdi>
  );
}
