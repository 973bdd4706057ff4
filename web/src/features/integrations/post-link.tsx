import {Link} from 'react-router';
import {useCurrentTeam} from '../teams/teams.ts';
import styles from './post-link.module.css';

/** The way to a message that came of something. */
export function PostLink({postId, children = 'Posted'}: {postId: string; children?: string}) {
  const team = useCurrentTeam();
  if (postId === '') return <>{children}</>;
  return (
    <Link className={styles.link} to={`/${team.name}/pl/${postId}`}>
      {children}
    </Link>
  );
}
