import {PersonAvatar} from '../people/person.tsx';
import styles from './thread-faces.module.css';

/** The maximum number of people shown. */
const MAX_PEOPLE = 4;

/** The pictures of people who replied in a thread. */
export function ThreadFaces({people}: {people: readonly {id: string}[]}) {
  return (
    <span className={styles.faces}>
      {people.slice(0, MAX_PEOPLE).map(({id}) => (
        <PersonAvatar key={id} userId={id} size={20} />
      ))}
    </span>
  );
}
