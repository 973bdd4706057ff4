import type {UserProfile} from '@mattermost/types/users';
import styles from './member-name.module.css';
import {PersonCardTrigger} from './person-card.tsx';
import {PersonLine} from './person-line.tsx';

/** A person in a list of members, which opens the card about them. `onLeave` is called when that opens another page. */
export function MemberName({person, onLeave}: {person: UserProfile; onLeave?: () => void}) {
  return (
    <PersonCardTrigger userId={person.id} className={styles.name!} {...(onLeave && {onLeave})}>
      <PersonLine person={person} />
    </PersonCardTrigger>
  );
}
