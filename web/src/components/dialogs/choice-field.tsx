import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useAnyChannel} from '../../data/channels/channels.ts';
import {usePerson} from '../../data/people/people.ts';
import {useActionOptions} from '../../data/posts/use-action-options.ts';
import {Chooser} from '../ui/chooser.tsx';
import type {FieldProps} from '../ui/field.tsx';
import {PickerField} from '../ui/picker-field.tsx';

interface ChoiceFieldProps extends FieldProps {
  dataSource: 'users' | 'channels';
  /** An id; empty for none. */
  value: string;
  placeholder: string;
  canBeEmpty: boolean;
  autoFocus: boolean;
  onChange: (value: string) => void;
}

/** A person or a public channel of the team, found by typing. */
export function ChoiceField({
  dataSource,
  value,
  placeholder,
  canBeEmpty,
  autoFocus,
  onChange,
  ...field
}: ChoiceFieldProps) {
  const shown = useChoiceText(dataSource, value);
  return (
    <PickerField
      {...field}
      chosen={value === '' ? null : shown}
      placeholder={placeholder}
      autoFocus={autoFocus}
      onClear={canBeEmpty ? () => onChange('') : undefined}
    >
      {(close) => (
        <Choices
          label={field.label}
          dataSource={dataSource}
          onChoose={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </PickerField>
  );
}

function Choices({
  label,
  dataSource,
  onChoose,
}: {
  label: string;
  dataSource: string;
  onChoose: (value: string) => void;
}) {
  const [query, setQuery] = useState('');
  const {options, loading} = useActionOptions(dataSource, [], query);
  return (
    <Chooser
      label={label}
      placeholder={t`Search`}
      items={options}
      keyOf={({value}) => value}
      query={query}
      onQuery={setQuery}
      loading={loading}
      none={t`No matches.`}
      onChoose={({value}) => onChoose(value)}
      render={({text}) => text}
    />
  );
}

/** What is shown for an id: `@name` or `~Channel`. */
function useChoiceText(dataSource: 'users' | 'channels', value: string): string {
  const person = usePerson(dataSource === 'users' ? value : '');
  const channel = useAnyChannel(dataSource === 'channels' ? value : '');
  if (dataSource === 'users') return person ? `@${person.username}` : '…';
  return channel ? `~${channel.display_name}` : '…';
}
