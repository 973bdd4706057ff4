import type {Attribute, AttributeValue} from '../../data/people/attributes.ts';
import {formatName, useNameFormat, usePeople} from '../../data/people/people.ts';
import {useDates} from '../../data/preferences/display.ts';
import {list} from '../../lib/numbers.ts';
import {Checkbox} from '../ui/checkbox.tsx';
import {Field, FieldGroup, type FieldProps, TextField} from '../ui/field.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PartsGroup} from '../ui/parts-group.tsx';
import {PickerField} from '../ui/picker-field.tsx';
import {SelectField} from '../ui/select-field.tsx';
import styles from './attribute-form.module.css';
import {AttributeText} from './attribute-value.tsx';
import {PeopleChooser} from './people-chooser.tsx';
import {PersonField} from './person-field.tsx';

const DatePicker = lazyComponent(() => import('../ui/date-picker.tsx'));

/** The maximum length of a text, as on the server. */
const MAX_LENGTH = 64;
/** The maximum number of people in a value, as on the server. */
const MAX_PEOPLE = 200;
const INPUTS = {'': 'text', email: 'email', url: 'url', phone: 'tel'} as const;

interface AttributeFieldProps extends FieldProps {
  attribute: Attribute;
  value: AttributeValue;
  noneLabel: string;
  /** Whether the value can't be changed. */
  isFixed: boolean;
  onChange: (value: AttributeValue) => void;
}

/** A field for the value of an attribute of any type. */
export function AttributeField({
  attribute,
  value,
  noneLabel,
  isFixed,
  onChange,
  ...field
}: AttributeFieldProps) {
  const {timeZone} = useDates();
  const items = [value].flat();
  const text = items[0] ?? '';
  const options = attribute.attrs.options ?? [];
  if (isFixed) {
    return (
      <Field {...field}>
        {({className: _, ...control}) => (
          <output {...control}>
            {value.length > 0 ? <AttributeText attribute={attribute} value={value} /> : noneLabel}
          </output>
        )}
      </Field>
    );
  }
  switch (attribute.type) {
    case 'select':
      return (
        <SelectField
          {...field}
          value={options.some(({id}) => id === text) ? text : ''}
          options={[
            {value: '', label: noneLabel},
            ...options.map(({id, name}) => ({value: id, label: name})),
          ]}
          onChange={onChange}
        />
      );
    case 'multiselect':
      return (
        <FieldGroup {...field}>
          {(control) => (
            <div className={styles.options}>
              {options.map(({id, name}) => (
                <Checkbox
                  key={id}
                  {...control}
                  label={name}
                  checked={items.includes(id)}
                  onChange={({target}) => {
                    // Keeps the order of the options, and drops deleted options.
                    const isChosen = (one: string) => (one === id ? target.checked : items.includes(one));
                    onChange(options.map((option) => option.id).filter(isChosen));
                  }}
                />
              ))}
            </div>
          )}
        </FieldGroup>
      );
    case 'user':
      return <PersonField {...field} placeholder={noneLabel} value={text} onChange={onChange} />;
    case 'multiuser':
      return <PeopleField {...field} placeholder={noneLabel} ids={items} onChange={onChange} />;
    case 'date':
      return (
        <PartsGroup {...field}>
          {(control) => (
            <DatePicker
              {...control}
              label={field.label}
              timeZone={timeZone}
              value={text}
              onChange={onChange}
            />
          )}
        </PartsGroup>
      );
    default:
      return (
        <TextField
          {...field}
          type={INPUTS[attribute.attrs.value_type]}
          maxLength={MAX_LENGTH}
          value={text}
          onChange={({target}) => onChange(target.value)}
        />
      );
  }
}

interface PeopleFieldProps extends FieldProps {
  ids: readonly string[];
  placeholder: string;
  onChange: (ids: string[]) => void;
}

function PeopleField({ids, placeholder, onChange, ...field}: PeopleFieldProps) {
  const people = usePeople(ids).filter((person) => person != null);
  const format = useNameFormat();
  return (
    <PickerField
      {...field}
      placeholder={placeholder}
      chosen={people.length === 0 ? null : list(people.map((person) => formatName(person, format)))}
      onClear={() => onChange([])}
    >
      {() => (
        <PeopleChooser
          label={field.label}
          chosen={people}
          onChange={(chosen) => onChange(chosen.map(({id}) => id))}
          most={MAX_PEOPLE}
          among={{}}
        />
      )}
    </PickerField>
  );
}
