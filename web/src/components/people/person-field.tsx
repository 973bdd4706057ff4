import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {usePeopleSearch} from '../../data/people/people-search.ts';
import {Chooser} from '../ui/chooser.tsx';
import type {FieldProps} from '../ui/field.tsx';
import {PickerField} from '../ui/picker-field.tsx';
import {Tag} from '../ui/tag.tsx';
import {PersonAvatar, PersonName} from './person.tsx';
import {PersonLine} from './person-line.tsx';

interface PersonFieldProps extends FieldProps {
  /** A user id; empty if none is chosen. */
  value: string;
  onChange: (userId: string) => void;
  /** Describes what an empty selection means. */
  placeholder: string;
}

/** Chooses one person, or none. Deactivated accounts can be chosen too. */
export function PersonField({value, onChange, placeholder, ...field}: PersonFieldProps) {
  return (
    <PickerField
      {...field}
      placeholder={placeholder}
      chosen={
        value === '' ? null : (
          <>
            <PersonAvatar userId={value} size={20} />
            <PersonName userId={value} />
          </>
        )
      }
      onClear={() => onChange('')}
    >
      {(close) => (
        <PersonChoices
          label={field.label}
          onChoose={(id) => {
            onChange(id);
            close();
          }}
        />
      )}
    </PickerField>
  );
}

const ANYONE = {allow_inactive: true};

function PersonChoices({label, onChoose}: {label: string; onChoose: (userId: string) => void}) {
  const [query, setQuery] = useState('');
  const {people, isLoading, none} = usePeopleSearch(query, ANYONE);
  return (
    <Chooser
      label={label}
      placeholder={t`Search by name`}
      items={people}
      getKey={({id}) => id}
      query={query}
      onQuery={setQuery}
      loading={isLoading}
      none={none}
      onChoose={({id}) => onChoose(id)}
      render={(person) => (
        <>
          <PersonLine person={person} />
          {person.delete_at > 0 && <Tag>{t`DEACTIVATED`}</Tag>}
        </>
      )}
    />
  );
}
