import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {formatName, markOwnName, useNameFormat} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {Tag} from '../ui/tag.tsx';
import {PersonAvatar} from './person.tsx';
import styles from './person-line.module.css';

/** A person in a list of people. */
export function PersonLine({person}: {person: UserProfile}) {
  const me = useMe();
  const name = formatName(person, useNameFormat());
  return (
    <>
      <PersonAvatar userId={person.id} size={28} withPresence />
      <span className={styles.line}>
        <bdi className={styles.name}>{markOwnName(name, person.id === me.id)}</bdi>{' '}
        {person.is_bot && <Tag>{t`BOT`}</Tag>} <OtherNames person={person} />
      </span>
    </>
  );
}

/** The names of a person that aren't shown as their name. */
export function OtherNames({person}: {person: UserProfile}) {
  const full = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const name = formatName(person, useNameFormat());
  return (
    <span className={styles.quiet}>
      <bdi>{name === person.username ? full : `@${person.username}`}</bdi>
      {person.nickname && person.nickname !== name ? (
        <>
          {' '}
          (<bdi>{person.nickname}</bdi>)
        </>
      ) : null}
    </span>
  );
}
