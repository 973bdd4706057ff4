import {plural, t} from '@lingui/core/macro';
import type {ComponentProps} from 'react';
import type {DialogElement, TextSubtype} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import type {SubmittedValue} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';
import {sentenceSpace} from '../../../../server/src/platform/languages/languages.ts';
import type {DialogInput} from '../../data/dialogs/dialog-options.ts';
import {language} from '../../lib/language.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {Checkbox} from '../ui/checkbox.tsx';
import {FieldGroup, type FieldProps, TextArea, TextField} from '../ui/field.tsx';
import {RadioField} from '../ui/radio-field.tsx';
import {SelectField} from '../ui/select-field.tsx';
import {ChoiceField, MultiChoiceField} from './choice-field.tsx';
import {DateField} from './date-field.tsx';

interface DialogFieldProps {
  element: DialogElement;
  value: SubmittedValue | undefined;
  /** The dialog, for options that are looked up. */
  input: DialogInput;
  error: string | undefined;
  autoFocus: boolean;
  onChange: (value: SubmittedValue) => void;
}

/** One element of a dialog. */
export function DialogField({element, value, input, error, autoFocus, onChange}: DialogFieldProps) {
  const {displayName, helpText, optional, placeholder} = element;
  const field = {
    label: optional ? t`${displayName} (optional)` : displayName,
    hint: helpText === '' ? undefined : <Markdown text={helpText} inline />,
    error,
    required: !optional,
  };
  const text = String(value ?? '');
  switch (element.type) {
    case 'text':
    case 'textarea':
      return <DialogTextField {...{element, field, text, autoFocus, onChange}} />;
    case 'date':
    case 'datetime':
      return <DateField {...{element, field, autoFocus, onChange}} value={text} />;
    case 'select':
    case 'radio':
      if (element.multiselect) {
        const values = Array.isArray(value) ? value : [];
        return <MultiChoiceField {...{element, field, input, values, autoFocus, onChange}} />;
      }
      if (element.dataSource !== '') {
        return <ChoiceField {...{element, field, input, autoFocus, onChange}} value={text} />;
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
            // Even a required field starts with an empty option, so that no option is submitted by accident.
            ...(optional || text === '' ? [{value: '', label: placeholder || t`Select…`}] : []),
            ...element.options.map((option) => ({value: option.value, label: option.text})),
          ]}
          value={text}
          onChange={onChange}
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

/** For each kind of text, the on-screen keyboard and whether the characters are visible. */
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
        {field.hint}
        {sentenceSpace(language())}
        {remaining}
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
