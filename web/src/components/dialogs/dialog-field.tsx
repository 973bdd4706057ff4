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
    label: optional ? `${displayName} (optional)` : displayName,
    hint: helpText === '' ? undefined : <Markdown text={helpText} inline />,
    error,
    required: !optional,
  };
  const text = String(value);
  switch (element.type) {
    case 'text':
    case 'textarea':
      return <LineOrLines {...{element, field, text, autoFocus, onChange}} />;
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
            // Required ones have it too as long as nothing is chosen, so that nothing is chosen by accident.
            ...(optional || text === '' ? [{value: '', label: placeholder || 'Choose…'}] : []),
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

/** What suits each kind of text: the keyboard of a phone, and whether the letters show. */
const INPUTS: Record<TextSubtype, Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'>> = {
  text: {},
  // Not of type number, url and so on: the browser would keep to itself what it holds to be wrong.
  number: {inputMode: 'decimal'},
  url: {inputMode: 'url'},
  email: {inputMode: 'email', autoComplete: 'email'},
  tel: {inputMode: 'tel', autoComplete: 'tel'},
  password: {type: 'password', autoComplete: 'off'},
};

/** Characters to the limit from which on they are counted. */
const NEAR = 20;

/** How far a text is from its limit, where that is near. Nothing is cut off: what is too long is said to be. */
function distanceText(text: string, limit: number): string | undefined {
  const left = limit - [...text].length;
  if (text === '' || left > NEAR) return undefined;
  const distance = Math.abs(left);
  return `${distance} ${distance === 1 ? 'character' : 'characters'} ${left < 0 ? 'too many' : 'left'}.`;
}

function LineOrLines({
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
  const distance = distanceText(text, maxLength);
  const props = {
    ...field,
    hint: distance ? (
      <>
        {field.hint} {distance}
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
