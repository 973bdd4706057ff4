import type {ReactNode} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {SelectField, TextArea, TextField} from '../../../components/ui/field.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {MASK, type Setting} from '../../../data/administration/settings.ts';
import styles from './setting-field.module.css';
import {settingLabel} from './setting-words.ts';

interface SettingFieldProps {
  setting: Setting;
  value: unknown;
  /** The environment sets it: it can only be read. */
  fixed: boolean;
  error: string | undefined;
  changed: boolean;
  onChange: (value: unknown) => void;
}

/** One setting: what it does, what it is, and what it would be if nobody had set it. */
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
        <code>{setting.name}</code>
        {fixed && (
          <>
            <Tag kind="warn">Set by the environment</Tag>
            <code>{setting.environment_name}</code>
          </>
        )}
        {setting.restart && <Tag>Needs a restart</Tag>}
        {changed && <Tag kind="good">Changed</Tag>}
        {!fixed && !isDefault && (
          <Button size="small" kind="quiet" onPress={() => onChange(setting.secret ? '' : setting.default)}>
            {setting.secret ? 'Forget it' : 'Back to the default'}
          </Button>
        )}
      </div>
    </div>
  );
}

function Control({setting, value, fixed, error, onChange}: SettingFieldProps) {
  const label = settingLabel(setting.name);
  const shared = {label, error, disabled: fixed};
  const hint = (
    <>
      <WithCode text={setting.description} />
      <span className={styles.default}>{defaultInWords(setting)}</span>
    </>
  );
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
          options={setting.choices.map((choice) => ({value: choice, label: choice || '(empty)'}))}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'list':
      return (
        <TextArea
          {...shared}
          hint={hint}
          rows={Math.min(8, Math.max(2, (value as string[]).length + 1))}
          placeholder="One per line"
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
            setting.secret && value === MASK ? 'It is set. Type another to replace it.' : undefined
          }
          value={value === MASK ? '' : String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** What counts as a whole number is sent as one; what does not is left for the server to complain of. */
export function typedValue(setting: Setting, value: unknown): unknown {
  if (setting.type === 'list') return (value as string[]).map((line) => line.trim()).filter(Boolean);
  if (setting.type === 'integer' && /^\s*-?\d+\s*$/.test(String(value))) return Number(value);
  return value;
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function defaultInWords({type, default: value, allowed, secret}: Setting): string {
  const words: Record<string, string> = {true: 'on', false: 'off', '[]': 'nothing', '""': 'nothing'};
  const text = JSON.stringify(value);
  const initial = `By default: ${words[text] ?? (type === 'list' ? (value as string[]).join(', ') : String(value))}.`;
  if (type === 'boolean' || type === 'choice' || secret || allowed === 'text') return initial;
  return `${initial} It takes ${allowed}.`;
}

/** A sentence in which names stand between backticks. */
function WithCode({text}: {text: string}): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
