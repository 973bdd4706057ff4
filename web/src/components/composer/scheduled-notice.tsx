import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {Link} from 'react-router';
import {useDates} from '../../data/preferences/display.ts';
import {useScheduledPosts} from '../../data/scheduled-posts/scheduled-posts.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {Icon} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import styles from './composer.module.css';

/** The notices that the person has closed: the ids and times of their messages. */
const $closed = atom<readonly string[]>([]);

/**
 * Says that messages are scheduled for this channel or thread, and when the next one is sent. Once closed, it appears
 * again when that changes.
 */
export function ScheduledNotice({channelId, rootId}: {channelId: string; rootId: string}) {
  const team = useCurrentTeam();
  const dates = useDates();
  const {data = []} = useScheduledPosts(team.id);
  const waiting = data.filter(
    (post) => post.channel_id === channelId && post.root_id === rootId && !post.error_code,
  );
  const closed = useStore($closed);
  const key = waiting.map(({id, scheduled_at}) => `${id} ${scheduled_at}`).join();
  if (waiting.length === 0 || closed.includes(key)) return null;
  const time = dates.dateTime(waiting[0]!.scheduled_at);
  return (
    <p className={styles.scheduled}>
      <Icon name="clock" size={16} />
      <span>
        <Plural
          value={waiting.length}
          one={`# message scheduled for ${time}.`}
          other={`# messages scheduled, the next one for ${time}.`}
        />{' '}
        <Link to={`/${team.name}/scheduled_posts`}>
          <Trans>See scheduled messages</Trans>
        </Link>
      </span>
      <IconButton icon="close" label={t`Close`} size="small" onPress={() => $closed.set([...closed, key])} />
    </p>
  );
}
