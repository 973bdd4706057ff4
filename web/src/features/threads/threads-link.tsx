import {useQuery} from '@tanstack/react-query';
import {NavLink} from 'react-router';
import {Icon} from '../../components/icon.tsx';
import {Badge} from '../../components/tag.tsx';
import {server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useCollapsedThreads} from '../channels/channels.ts';
import {useCurrentTeam} from '../teams/teams.ts';
import styles from './threads-link.module.css';

/** The way to the threads that one follows, with what is new in them; only where threads are shown apart. */
export function ThreadsLink() {
  const collapsed = useCollapsedThreads();
  return collapsed ? <Link /> : null;
}

function Link() {
  const team = useCurrentTeam();
  const me = useMe();
  const {data} = useQuery({
    queryKey: ['threads', team.id, 'totals'],
    queryFn: () => server.getUserThreads(me.id, team.id, {totalsOnly: true}),
  });
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
