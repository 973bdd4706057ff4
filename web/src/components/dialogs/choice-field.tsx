import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {
  type ChoiceElement,
  DIALOG_LIMITS,
  type DialogOption,
} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import {useAnyChannel} from '../../data/channels/channels.ts';
import {type DialogInput, useDialogOptions} from '../../data/dialogs/dialog-options.ts';
import {usePerson} from '../../data/people/people.ts';
import {personText} from '../../data/posts/use-action-options.ts';
import {errorMessage} from '../../lib/server.ts';
import {Chooser} from '../ui/chooser.tsx';
import {ChosenItem, ChosenList} from '../ui/chosen-list.tsx';
import type {FieldProps} from '../ui/field.tsx';
import {Icon} from '../ui/icon.tsx';
import {PickerField} from '../ui/picker-field.tsx';
import {knownOptions} from '../ui/use-typed-option.ts';
import styles from './choice-field.module.css';

interface ChoiceFieldProps {
  element: ChoiceElement;
  field: FieldProps;
  input: DialogInput;
  autoFocus: boolean;
}

/** One of many options: a person, a public channel of the team, or what a lookup returns. */
export function ChoiceField({
  element,
  field,
  input,
  value,
  autoFocus,
  onChange,
}: ChoiceFieldProps & {
  /** Empty for none. */
  value: string;
  onChange: (value: string) => void;
}) {
  const [chosen, setChosen] = useState<DialogOption>();
  return (
    <PickerField
      {...field}
      chosen={value === '' ? null : <ChosenText element={element} value={value} known={chosen} />}
      placeholder={element.placeholder}
      autoFocus={autoFocus}
      onClear={element.optional ? () => onChange('') : undefined}
    >
      {(close) => (
        <Choices
          label={field.label}
          element={element}
          input={input}
          onChoose={(option) => {
            setChosen(option);
            onChange(option.value);
            close();
          }}
        />
      )}
    </PickerField>
  );
}

/** Several of many options. The chosen ones are shown as a list and can be removed. */
export function MultiChoiceField({
  element,
  field,
  input,
  values,
  autoFocus,
  onChange,
}: ChoiceFieldProps & {values: readonly string[]; onChange: (values: string[]) => void}) {
  const [known, setKnown] = useState<readonly DialogOption[]>(element.options);
  const isFull = values.length >= DIALOG_LIMITS.selections;
  return (
    <ChosenList
      label={field.label}
      isEmpty={values.length === 0}
      field={
        <PickerField {...field} chosen={null} placeholder={element.placeholder} autoFocus={autoFocus}>
          {() => (
            <Choices
              label={field.label}
              element={element}
              input={input}
              chosen={values}
              onChoose={(option) => {
                if (values.includes(option.value)) {
                  onChange(values.filter((value) => value !== option.value));
                } else if (!isFull) {
                  setKnown((before) => [...before, option]);
                  onChange([...values, option.value]);
                }
              }}
            />
          )}
        </PickerField>
      }
    >
      {values.map((value) => (
        <Chosen
          key={value}
          element={element}
          value={value}
          known={known.find((option) => option.value === value)}
          onRemove={() => onChange(values.filter((other) => other !== value))}
        />
      ))}
    </ChosenList>
  );
}

function Chosen({
  element,
  value,
  known,
  onRemove,
}: {
  element: ChoiceElement;
  value: string;
  known: DialogOption | undefined;
  onRemove: () => void;
}) {
  return <ChosenItem name={useChosenText(element, value, known)} onRemove={onRemove} />;
}

function Choices({
  label,
  element,
  input,
  chosen = [],
  onChoose,
}: {
  label: string;
  element: ChoiceElement;
  input: DialogInput;
  chosen?: readonly string[];
  onChoose: (option: DialogOption) => void;
}) {
  const [query, setQuery] = useState('');
  const {options, loading, error} = useDialogOptions(element, input, query);
  return (
    <Chooser
      label={label}
      placeholder={t`Search`}
      items={error ? [] : options}
      getKey={({value}) => value}
      query={query}
      onQuery={setQuery}
      loading={loading}
      {...(element.dataSource === '' && knownOptions(element.options))}
      none={error ? <span role="alert">{errorMessage(error)}</span> : t`No matches.`}
      onChoose={onChoose}
      render={({text, value}) =>
        chosen.includes(value) ? (
          <>
            <bdi className={styles.text}>{text}</bdi>
            <Icon name="check" size={16} />
            <span className="visually-hidden">{t`Selected`}</span>
          </>
        ) : (
          text
        )
      }
    />
  );
}

function ChosenText(props: {element: ChoiceElement; value: string; known: DialogOption | undefined}) {
  return useChosenText(props.element, props.value, props.known);
}

/** The text shown for a value: a person, `~Channel`, the text of its option, or the value if that is not known. */
function useChosenText(
  {dataSource, options}: ChoiceElement,
  value: string,
  known: DialogOption | undefined,
): string {
  const person = usePerson(dataSource === 'users' ? value : '');
  const channel = useAnyChannel(dataSource === 'channels' ? value : '');
  if (dataSource === 'users') return person ? personText(person) : '…';
  if (dataSource === 'channels') return channel ? `~${channel.display_name}` : '…';
  if (known?.value === value) return known.text;
  return options.find((option) => option.value === value)?.text ?? value;
}
