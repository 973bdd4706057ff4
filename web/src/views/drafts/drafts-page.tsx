import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Link} from 'react-router';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {useScheduledPosts} from '../../data/scheduled-posts/scheduled-posts.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {count} from '../../lib/numbers.ts';
import {DraftList, useDraftsOfTeam} from './draft-list.tsx';
import styles from './drafts-page.module.css';
import {ScheduledList} from './scheduled-list.tsx';

/** The person's unsent messages: drafts and scheduled messages. */
export default function DraftsPage({tab}: {tab: 'drafts' | 'scheduled'}) {
  const team = useCurrentTeam();
  const withScheduled = useIsOn('ScheduledPosts');
  const drafts = useDraftsOfTeam();
  const {data: scheduled = []} = useScheduledPosts(team.id);
  return (
    <div className={styles.page}>
      <PageHeader column="list" title={t`Drafts and scheduled`} />
      {withScheduled && (
        <nav className={styles.tabs} aria-label={t`Drafts and scheduled`}>
          <Link to={`/${team.name}/drafts`} aria-current={tab === 'drafts' ? 'page' : undefined}>
            <Trans>Drafts</Trans> <Count of={drafts.length} />
          </Link>
          <Link to={`/${team.name}/scheduled_posts`} aria-current={tab === 'scheduled' ? 'page' : undefined}>
            <Trans>Scheduled</Trans> <Count of={scheduled.length} />
          </Link>
        </nav>
      )}
      {tab === 'scheduled' && withScheduled ? (
        <ScheduledList />
      ) : (
        <DraftList places={drafts} scheduled={withScheduled ? scheduled.length : 0} />
      )}
    </div>
  );
}

/** The number of messages in a tab; nothing if there are none. */
function Count({of}: {of: number}) {
  return of > 0 && <span className={styles.count}>{count(of)}</span>;
}
