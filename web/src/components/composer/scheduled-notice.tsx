import {Plural, Trans} from '@lingui/react/macro';
import {Link} from 'react-router';
import {useDates} from '../../data/preferences/display.ts';
import {useScheduledPosts} from '../../data/scheduled-posts/scheduled-posts.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {Icon} from '../ui/icon.tsx';
import styles from './composer.module.css';

/** Says that messages are scheduled for this channel or thread, and when the next one is sent. */
export function ScheduledNotice({channelId, rootId}: {channelId: string; rootId: string}) {
  const team = useCurrentTeam();
  const dates = useDates();
  const {data = []} = useScheduledPosts(team.id);
  const waiting = data.filter(
    (post) => post.channel_id === channelId && post.root_id === rootId && !post.error_code,
  );
  if (waiting.length === 0) return null;
  const time = dates.dateTime(waiting[0]!.scheduled_at);
  return (
    <p className={styles.scheduled}>
      <Icon name="clock" size={16} />
      <span>
        <Plural
          value={waiting.length}
          one={`Message scheduled for ${time}.`}
          other={`# messages scheduled, the next one for ${time}.`}
        />{' '}
        <Link to={`/${team.name}/scheduled_posts`}>
          <Trans>See scheduled messages</Trans>
        </Link>
      </span>
    </p>
  );
}
