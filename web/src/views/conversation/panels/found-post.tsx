import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {KeyboardEvent, MouseEvent} from 'react';
import {Link, useNavigate} from 'react-router';
import {ChannelIcon} from '../../../components/channels/channel-icon.tsx';
import {PostItem} from '../../../components/posts/post-item.tsx';
import {When} from '../../../components/time/when.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {useChannel} from '../../../data/channels/channels.ts';
import {usePost} from '../../../data/posts/posts.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import styles from './found-post.module.css';

const ReminderLine = lazyComponent(() =>
  withCatalog('conversation', import('../../../components/reminders/reminder-line.tsx')),
);

/** A placeholder for a channel that the person isn't a member of. */
function unknownChannel() {
  return {id: '', type: 'O' as const, name: '', display_name: t`Another channel`, delete_at: 0};
}

/** Elements of a message that do something themselves. */
const HAS_OWN = 'a, button, input, textarea, select, audio, video, summary, [role="slider"]';

/** A message in a list, with its channel and a link to it. A click on the message, or Enter, follows the link too. */
export function FoundPost({id, withReminder}: {id: string; withReminder?: boolean}) {
  const post = usePost(id);
  const team = useCurrentTeam();
  const channel = useChannel(post?.channel_id ?? '') ?? unknownChannel();
  const name = useChannelName(channel);
  const navigate = useNavigate();
  if (!post) return null;
  const link = `/${team.name}/pl/${post.id}`;
  function onClick({target, currentTarget}: MouseEvent) {
    // Not in dialogs, which are elsewhere on the page, and not at the end of a selection of text.
    const isHere = currentTarget.contains(target as Element);
    if (isHere && document.getSelection()?.isCollapsed !== false && !(target as Element).closest(HAS_OWN)) {
      void navigate(link);
    }
  }
  function onKeyDown({key, target}: KeyboardEvent) {
    if (key === 'Enter' && (target as Element).matches('[data-post]')) void navigate(link);
  }
  return (
    <li className={styles.found} onClick={onClick} onKeyDown={onKeyDown}>
      <div className={styles.place}>
        <ChannelIcon channel={channel} size={14} />
        <bdi className={styles.name}>{name}</bdi>
        <When at={post.create_at} />
        <Link className="touch-target" to={link}>
          <Trans>Jump</Trans>
        </Link>
      </div>
      <PostItem id={id} follows={false} place="list" />
      {withReminder && <ReminderLine postId={id} />}
    </li>
  );
}
