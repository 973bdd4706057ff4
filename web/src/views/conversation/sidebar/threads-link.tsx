import {NavLink} from 'react-router';
import {Icon} from '../../../components/ui/icon.tsx';
import {Badge} from '../../../components/ui/tag.tsx';
import {useCollapsedThreads} from '../../../data/channels/channels.ts';
import {useThreadTotals} from '../../../data/posts/threads.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import styles from './threads-link.module.css';

/** The way to the threads that one follows, with what is new in them; only where threads are shown apart. */
export function ThreadsLink() {
  const collapsed = useCollapsedThreads();
  return collapsed ? <Link /> : null;
}

function Link() {
  const team = useCurrentTeam();
  const {data} = useThreadTotals(team.id);
  const mentions = data?.total_unread_mentions ?? 0;
  return (
    <NavLink
      to={`/${team.name}/threads`}
      className={styles.link}
      data-unread={(data?.total_unread_threads ?? 0) > 0 || undefined}
    >
      <Icon name="thread" size={18} />
      <span className={styles.name}>Threads</span>
      <Badge count={mentions} what="mention" />
    </NavLink>
  );
}
