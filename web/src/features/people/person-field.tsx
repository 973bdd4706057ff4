import {useState} from 'react';
import {Chooser} from '../../components/chooser.tsx';
import type {FieldProps} from '../../components/field.tsx';
import {PickerField} from '../../components/picker-field.tsx';
import {Tag} from '../../components/tag.tsx';
import {PersonLine} from './people-chooser.tsx';
import {usePeopleSearch} from './people-search.ts';
import {PersonAvatar} from './person-avatar.tsx';
import {PersonName} from './person-name.tsx';

interface PersonFieldProps extends FieldProps {
  /** Somebody's id; empty for nobody. */
  value: string;
  onChange: (userId: string) => void;
  /** What it means that nobody is chosen. */
  placeholder: string;
}

/** One person or nobody, found by typing; deactivated accounts too. */
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

const EVERYBODY = {allow_inactive: true};

function PersonChoices({label, onChoose}: {label: string; onChoose: (userId: string) => void}) {
  const [query, setQuery] = useState('');
  const {people, isLoading, none} = usePeopleSearch(query, EVERYBODY);
  return (
    <Chooser
      label={label}
      placeholder="Type a name"
      items={people}
      keyOf={({id}) => id}
      query={query}
      onQuery={setQuery}
      loading={isLoading}
      none={none}
      onChoose={({id}) => onChoose(id)}
      render={(person) => (
        <>
          <PersonLine person={person} />
          {person.delete_at > 0 && <Tag>DEACTIVATED</Tag>}
        </>
      )}
    />
  );
}
