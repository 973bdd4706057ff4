import {plural, t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import type {Reaction} from '@mattermost/types/reactions';
import {Button} from 'react-aria-components/Button';
import {useHasChannelPermission} from '../../data/channels/channels.ts';
import {toggleReaction} from '../../data/posts/post-changes.ts';
import {useMe} from '../../data/session/session.ts';
import {count} from '../../lib/numbers.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {withTooltip} from '../ui/tooltips.ts';
import styles from './reactions.module.css';

const WhoReacted = lazyComponent(() => import('./who-reacted.tsx'));

/** The reactions to a message: each emoji once, with its count. */
export function Reactions({post}: {post: Post}) {
  const reactions = post.metadata?.reactions ?? [];
  return reactions.length === 0 ? null : <Given post={post} reactions={reactions} />;
}

function Given({post, reactions}: {post: Post; reactions: readonly Reaction[]}) {
  const me = useMe();
  const mayAdd = useHasChannelPermission(post.channel_id, 'add_reaction');
  const byEmoji = Map.groupBy(reactions, (reaction) => reaction.emoji_name);
  return (
    <div className={styles.list}>
      {[...byEmoji].map(([name, ofEmoji]) => {
        const isOwn = ofEmoji.some((reaction) => reaction.user_id === me.id);
        return (
          <Button
            key={name}
            ref={withTooltip(<WhoReacted reactions={ofEmoji} />)}
            className={`${styles.reaction} touch-target`}
            aria-pressed={isOwn}
            aria-label={reactionLabel(`:${name}:`, ofEmoji.length)}
            isDisabled={!mayAdd}
            // Before the tooltip opens.
            onHoverStart={() => void WhoReacted.load().catch(() => undefined)}
            onPress={() => void toggleReaction(post, name)}
          >
            <Emoji name={name} />
            <span>{count(ofEmoji.length)}</span>
          </Button>
        );
      })}
      {mayAdd && (
        <EmojiPickerButton
          icon="smileAdd"
          label={t`Add reaction`}
          small
          side="start"
          onPick={(name) => void toggleReaction(post, name)}
        />
      )}
    </div>
  );
}

function reactionLabel(emoji: string, number: number): string {
  return plural(number, {one: `${emoji}, # reaction`, other: `${emoji}, # reactions`});
}
