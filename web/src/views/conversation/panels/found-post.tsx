import {t} from '@lingui/core/macro';
import type {KeyboardEvent, MouseEvent} from 'react';
import {ChannelIcon} from '../../../components/channels/channel-icon.tsx';
import {isShortcut} from '../../../components/keyboard/shortcuts.ts';
import {JumpLink, useJump, useShownPostId} from '../../../components/panels/jump.tsx';
import {PostItem} from '../../../components/posts/post-item.tsx';
import {RepliedToRoot} from '../../../components/posts/quotes/replied-to.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {useChannel} from '../../../data/channels/channels.ts';
import {useHomeTeam} from '../../../data/channels/home-team.ts';
import {usePost} from '../../../data/posts/posts.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {CurrentTeamProvider} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {useTimeDependent} from '../../../lib/use-time-dependent.ts';
import styles from './found-post.module.css';

const ReminderLine = lazyComponent(() =>
  withCatalog('conversation', import('../../../components/reminders/reminder-line.tsx')),
);

/** A placeholder for a channel that the person isn't a member of. */
function unknownChannel() {
  return {id: '', team_id: '', type: 'O' as const, name: '', display_name: t`Another channel`, delete_at: 0};
}

/** Elements of a message that do something themselves. */
const HAS_OWN = 'a, button, input, textarea, select, audio, video, summary, [role="slider"]';

interface FoundPostProps {
  id: string;
  withReminder?: boolean | undefined;
  /** Whether it names the team of its channel. */
  withTeam?: boolean | undefined;
}

/** A message in a list, with its channel and a link to it. A click on the message, or Enter, does the same as the link. */
export function FoundPost({id, withReminder, withTeam}: FoundPostProps) {
  const post = usePost(id);
  const root = usePost(post?.root_id ?? '');
  const channel = useChannel(post?.channel_id ?? '') ?? unknownChannel();
  const name = useChannelName(channel);
  const team = useHomeTeam(channel.id);
  const dates = useDates();
  // The message itself has the time of day.
  const day = useTimeDependent(() => (post ? dates.day(post.create_at) : ''));
  const jump = useJump();
  const isShown = useShownPostId() === id;
  if (!post) return null;
  function onClick({target, currentTarget}: MouseEvent) {
    // Not in dialogs, which are elsewhere on the page, and not at the end of a selection of text.
    const isHere = currentTarget.contains(target as Element);
    if (isHere && document.getSelection()?.isCollapsed !== false && !(target as Element).closest(HAS_OWN)) {
      void jump(id);
    }
  }
  // Before the message gets the key, for which Enter means a reply.
  function onKeyDownCapture(event: KeyboardEvent) {
    if (!isShortcut(event, 'showMessage') || event.nativeEvent.isComposing) return;
    if (!(event.target as Element).matches('[data-post]')) return;
    event.preventDefault();
    void jump(id);
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it handles keys while they go down to the message.
    <li
      className={styles.found}
      aria-current={isShown || undefined}
      onClick={onClick}
      onKeyDownCapture={onKeyDownCapture}
    >
      <CurrentTeamProvider value={team}>
        <div className={styles.place}>
          <ChannelIcon channel={channel} size={14} />
          <bdi className={styles.name}>{name}</bdi>
          {withTeam && team.id === channel.team_id && <bdi className={styles.team}>{team.display_name}</bdi>}
          <span>{day}</span>
          <JumpLink postId={id} />
        </div>
        {post.root_id !== '' && (
          <div className={styles.thread}>
            <RepliedToRoot rootId={post.root_id} root={root} />
          </div>
        )}
        <PostItem id={id} follows={false} place="list" />
        {withReminder && <ReminderLine postId={id} />}
      </CurrentTeamProvider>
    </li>
  );
}
