import {plural, t} from '@lingui/core/macro';
import type {ComponentProps} from 'react';
import type {DialogElement, TextSubtype} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {Checkbox} from '../ui/checkbox.tsx';
import {FieldGroup, type FieldProps, SelectField, TextArea, TextField} from '../ui/field.tsx';
import {RadioField} from '../ui/radio-field.tsx';
import {ChoiceField} from './choice-field.tsx';

interface DialogFieldProps {
  element: DialogElement;
  value: string | boolean;
  error: string | undefined;
  autoFocus: boolean;
  onChange: (value: string | boolean) => void;
}

/** One element of a dialog. */
export function DialogField({element, value, error, autoFocus, onChange}: DialogFieldProps) {
  const {displayName, helpText, optional, placeholder} = element;
  const field = {
    label: optional ? t`${displayName} (optional)` : displayName,
    hint: helpText === '' ? undefined : <Markdown text={helpText} inline />,
    error,
    required: !optional,
  };
  const text = String(value);
  switch (element.type) {
    case 'text':
    case 'textarea':
      return <DialogTextField {...{element, field, text, autoFocus, onChange}} />;
    case 'select':
    case 'radio':
      if (element.dataSource !== '') {
        return (
          <ChoiceField
            {...field}
            dataSource={element.dataSource}
            value={text}
            placeholder={placeholder}
            canBeEmpty={optional}
            autoFocus={autoFocus}
            onChange={onChange}
          />
        );
      }
      if (element.type === 'radio') {
        return (
          <RadioField
            {...field}
            options={element.options.map((option) => ({value: option.value, label: option.text}))}
            value={text}
            autoFocus={autoFocus}
            onChange={onChange}
          />
        );
      }
      return (
        <SelectField
          {...field}
          autoFocus={autoFocus}
          options={[
            // A required field has it too until an option is chosen, so that none is submitted by accident.
            ...(optional || text === '' ? [{value: '', label: placeholder || t`Select…`}] : []),
            ...element.options.map((option) => ({value: option.value, label: option.text})),
          ]}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'bool':
      return (
        <FieldGroup {...field}>
          {(control) => (
            <Checkbox
              {...control}
              label={placeholder || displayName}
              checked={value === true}
              autoFocus={autoFocus}
              onChange={(event) => onChange(event.target.checked)}
            />
          )}
        </FieldGroup>
      );
  }
}

/** For each kind of text, the keyboard of a phone and whether the characters are visible. */
const INPUTS: Record<TextSubtype, Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'>> = {
  text: {},
  // Not `type: 'number'`, `'url'` and so on: browsers don't report values that they consider invalid.
  number: {inputMode: 'decimal'},
  url: {inputMode: 'url'},
  email: {inputMode: 'email', autoComplete: 'email'},
  tel: {inputMode: 'tel', autoComplete: 'tel'},
  password: {type: 'password', autoComplete: 'off'},
};

/** The number of characters left is shown when it is at most this. */
const NEAR_LIMIT = 20;

/** How many characters are left or too many, near the limit. A text that is too long is not cut off. */
function remainingText(text: string, limit: number): string | undefined {
  const left = limit - [...text].length;
  if (text === '' || left > NEAR_LIMIT) return undefined;
  const excess = -left;
  if (excess > 0) return plural(excess, {one: '# character too many.', other: '# characters too many.'});
  return plural(left, {one: '# character left.', other: '# characters left.'});
}

function DialogTextField({
  element: {type, subtype, maxLength, placeholder},
  field,
  text,
  autoFocus,
  onChange,
}: {
  element: Extract<DialogElement, {type: 'text' | 'textarea'}>;
  field: FieldProps;
  text: string;
  autoFocus: boolean;
  onChange: (value: string) => void;
}) {
  const remaining = remainingText(text, maxLength);
  const props = {
    ...field,
    hint: remaining ? (
      <>
        {field.hint} {remaining}
      </>
    ) : (
      field.hint
    ),
    placeholder,
    value: text,
    autoFocus,
  };
  if (type === 'textarea') {
    const {inputMode} = INPUTS[subtype];
    return <TextArea {...props} inputMode={inputMode} onChange={(event) => onChange(event.target.value)} />;
  }
  return <TextField {...props} {...INPUTS[subtype]} onChange={(event) => onChange(event.target.value)} />;
}
