import {plural, t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {formatName, useNameFormat} from '../../data/people/people.ts';
import {type PeopleFilter, usePeopleSearch} from '../../data/people/people-search.ts';
import {Chooser} from '../ui/chooser.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import styles from './people-chooser.module.css';
import {PersonAvatar} from './person.tsx';
import {PersonLine} from './person-line.tsx';

interface PeopleChooserProps {
  label: string;
  chosen: readonly UserProfile[];
  onChange: (chosen: UserProfile[]) => void;
  /** The maximum number of people that can be chosen. */
  most: number;
  among: PeopleFilter;
  /** Ids of people to leave out. */
  without?: readonly string[];
  /** Whether it takes the focus. False in a form with fields before it. */
  autoFocus?: boolean;
}

/** Finds people by name, to choose one or several. */
export function PeopleChooser({
  label,
  chosen,
  onChange,
  most,
  among,
  without = [],
  autoFocus = true,
}: PeopleChooserProps) {
  const [query, setQuery] = useState('');
  const format = useNameFormat();
  const {people, isLoading, none} = usePeopleSearch(query, among);
  const taken = new Set([...chosen.map(({id}) => id), ...without]);
  const items =
    chosen.length >= most ? [] : people.filter(({id, delete_at}) => !taken.has(id) && delete_at === 0);
  return (
    <Chooser
      label={label}
      autoFocus={autoFocus}
      placeholder={chosen.length === 0 ? t`Search by name` : undefined}
      items={items}
      getKey={({id}) => id}
      query={query}
      onQuery={setQuery}
      loading={isLoading}
      none={
        chosen.length < most
          ? none
          : most === 1
            ? t`Remove this person to choose someone else.`
            : plural(most, {one: 'You can choose up to # person.', other: 'You can choose up to # people.'})
      }
      onChoose={(person) => {
        onChange([...chosen, person]);
        setQuery('');
      }}
      onErase={() => onChange(chosen.slice(0, -1))}
      chosen={chosen.map((person) => (
        <span key={person.id} className={styles.chosen}>
          <PersonAvatar userId={person.id} size={20} />
          <bdi>{formatName(person, format)}</bdi>
          <IconButton
            icon="close"
            size="small"
            label={removeLabel(person)}
            onPress={() => onChange(chosen.filter(({id}) => id !== person.id))}
          />
        </span>
      ))}
      render={(person) => <PersonLine person={person} />}
    />
  );
}

function removeLabel({username}: UserProfile): string {
  return t`Remove ${username}`;
}
