import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {formatName, useNameFormat} from '../../data/people/people.ts';
import {Tag} from '../ui/tag.tsx';
import {PersonAvatar} from './person.tsx';
import styles from './person-line.module.css';

/** A person in a list to choose from. */
export function PersonLine({person, isSelf = false}: {person: UserProfile; isSelf?: boolean}) {
  const format = useNameFormat();
  const full = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const name = formatName(person, format);
  return (
    <>
      <PersonAvatar userId={person.id} size={28} withPresence />
      <span className={styles.line}>
        <bdi className={styles.name}>{isSelf ? t`${name} (you)` : name}</bdi>{' '}
        {person.is_bot && <Tag>{t`BOT`}</Tag>}{' '}
        <span className={styles.quiet}>
          <bdi>{name === person.username ? full : `@${person.username}`}</bdi>
          {person.nickname && person.nickname !== name ? (
            <>
              {' '}
              (<bdi>{person.nickname}</bdi>)
            </>
          ) : null}
        </span>
      </span>
    </>
  );
}
