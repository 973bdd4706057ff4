import {Trans} from '@lingui/react/macro';
import {NavLink} from 'react-router';
import {useLinkShortcut} from '../../../components/keyboard/use-shortcut.ts';
import {Icon} from '../../../components/ui/icon.tsx';
import {MentionBadge} from '../../../components/ui/tag.tsx';
import {useCollapsedThreads} from '../../../data/channels/channels.ts';
import {useThreadTotals} from '../../../data/posts/threads.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import styles from './threads-link.module.css';

/** The link to followed threads, with the number of mentions. Only shown if threads are collapsed. */
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
      ref={useLinkShortcut('threads')}
      to={`/${team.name}/threads`}
      className={styles.link}
      data-unread={(data?.total_unread_threads ?? 0) > 0 || undefined}
    >
      <Icon name="thread" size={18} />
      <span className={styles.name}>
        <Trans>Threads</Trans>
      </span>
      <MentionBadge mentions={mentions} />
    </NavLink>
  );
}
