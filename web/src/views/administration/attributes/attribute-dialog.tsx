import {i18n} from '@lingui/core';
import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {FieldGroup, TextField} from '../../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {useIsChanged} from '../../../components/ui/use-is-changed.ts';
import {
  type Attribute,
  attributeName,
  changeAttribute,
  createAttribute,
} from '../../../data/people/attributes.ts';
import {uniqueId} from '../../../lib/unique-id.ts';
import {getKind, KINDS, VISIBILITIES} from './attribute-types.ts';
import styles from './attributes-page.module.css';

/** Less than the server allows, so that the list stays usable. */
const MAX_OPTIONS = 50;

interface OptionRow {
  /** Identifies the row on the page. */
  key: string;
  /** Empty for a new option. */
  id: string;
  name: string;
  color?: string | undefined;
}

const newOption = (): OptionRow => ({key: uniqueId(), id: '', name: ''});

/** Creates an attribute, or changes one. */
export default function AttributeDialog({
  attribute,
  onClose,
}: {
  attribute: Attribute | undefined;
  onClose: () => void;
}) {
  const [name, setName] = useState(attribute ? attributeName(attribute) : '');
  const [kindKey, setKindKey] = useState(attribute ? getKind(attribute).key : 'text');
  const [options, setOptions] = useState<OptionRow[]>(() => {
    const known = attribute?.attrs.options?.map((option) => ({...option, key: option.id})) ?? [];
    return known.length > 0 ? known : [newOption()];
  });
  const [visibility, setVisibility] = useState(attribute?.attrs.visibility ?? 'when_set');
  const [isManaged, setManaged] = useState(attribute?.attrs.managed === 'admin');
  const {run, reject, getError, state} = useDialogWork(onClose, [
    'name',
    'attrs.display_name',
    'options',
    'attrs.options',
  ]);

  const {type, valueType} = KINDS.find(({key}) => key === kindKey)!;
  const hasOptions = type === 'select' || type === 'multiselect';
  const losesValues = attribute !== undefined && attribute.type !== type;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const shown = name.trim();
    if (shown === '') return reject('name', t`Enter a name.`);
    const named = options.filter((option) => option.name.trim() !== '');
    if (hasOptions && named.length === 0) return reject('options', t`Enter an option.`);
    const attrs = {
      visibility,
      value_type: valueType,
      managed: isManaged ? 'admin' : '',
      ...(hasOptions && {options: named.map(({key: _, ...option}) => option)}),
    };
    await run(() => {
      if (!attribute) return createAttribute({name: shown, type, attrs});
      // Send the display name if other clients have set one, because programs know the attribute by its name.
      const names = attribute.attrs.display_name ? {display_name: shown} : {};
      return changeAttribute(attribute.id, {
        ...(!attribute.attrs.display_name && {name: shown}),
        type,
        attrs: {...attrs, ...names},
      });
    });
  }

  return (
    <FormDialog
      title={attribute ? t`Edit attribute` : t`Create attribute`}
      submitLabel={attribute ? t`Save` : t`Create`}
      onSubmit={(event) => void submit(event as FormEvent)}
      {...state}
      isChanged={useIsChanged(name, kindKey, options, visibility, isManaged)}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={255}
        value={name}
        error={getError('name') ?? getError('attrs.display_name')}
        onChange={({target}) => setName(target.value)}
      />
      <SelectField
        label={t`Type`}
        value={kindKey}
        options={KINDS.map(({key, label}) => ({value: key, label: i18n._(label)}))}
        hint={losesValues ? t`What people have filled in will be deleted.` : undefined}
        onChange={setKindKey}
      />
      {hasOptions && (
        <FieldGroup label={t`Options`} required error={getError('attrs.options')}>
          {() => (
            <div className={styles.options}>
              {options.map((option, index) => (
                <OptionField
                  key={option.key}
                  number={index + 1}
                  name={option.name}
                  error={index === 0 ? getError('options') : undefined}
                  onChange={(changed) => setOptions(options.with(index, {...option, name: changed}))}
                  onRemove={options.length > 1 ? () => setOptions(options.toSpliced(index, 1)) : undefined}
                />
              ))}
              <div>
                <Button
                  size="small"
                  icon="add"
                  isDisabled={options.length >= MAX_OPTIONS}
                  onPress={() => setOptions([...options, newOption()])}
                >
                  <Trans>Add option</Trans>
                </Button>
              </div>
            </div>
          )}
        </FieldGroup>
      )}
      <SelectField
        label={t`Show on profiles`}
        value={visibility}
        options={VISIBILITIES.map(({value, label}) => ({value, label: i18n._(label)}))}
        hint={
          visibility === 'hidden'
            ? t`Only administrators and the person can see what is filled in.`
            : undefined
        }
        onChange={(chosen) => setVisibility(chosen as typeof visibility)}
      />
      <Checkbox
        label={t`Only administrators can fill it in`}
        checked={isManaged}
        onChange={({target}) => setManaged(target.checked)}
      />
    </FormDialog>
  );
}

function OptionField({
  number,
  name,
  error,
  onChange,
  onRemove,
}: {
  number: number;
  name: string;
  error: string | undefined;
  onChange: (name: string) => void;
  onRemove: (() => void) | undefined;
}) {
  return (
    <div className={styles.option}>
      <TextField
        label={t`Option ${number}`}
        hideLabel
        maxLength={128}
        value={name}
        error={error}
        onChange={({target}) => onChange(target.value)}
      />
      <IconButton
        icon="close"
        label={t`Remove option ${number}`}
        isDisabled={!onRemove}
        onPress={() => onRemove?.()}
      />
    </div>
  );
}
