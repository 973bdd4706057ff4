import {plural, t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import type {Reaction} from '@mattermost/types/reactions';
import {Button} from 'react-aria-components/Button';
import {useHasChannelPermission} from '../../data/channels/channels.ts';
import {toggleReaction} from '../../data/posts/post-changes.ts';
import {reactionGroups} from '../../data/posts/reaction-groups.ts';
import {useMe} from '../../data/session/session.ts';
import {count} from '../../lib/numbers.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {withTooltip} from '../ui/tooltips.ts';
import styles from './reactions.module.css';

const WhoReacted = lazyComponent(() => import('./who-reacted.tsx'));

/** The reactions to a message: each emoji once, with the number of people. */
export function Reactions({post}: {post: Post}) {
  const reactions = post.metadata?.reactions ?? [];
  return reactions.length === 0 ? null : <Given post={post} reactions={reactions} />;
}

function Given({post, reactions}: {post: Post; reactions: readonly Reaction[]}) {
  const me = useMe();
  const mayAdd = useHasChannelPermission(post.channel_id, 'add_reaction');
  return (
    <div className={styles.list}>
      {reactionGroups(reactions).map(([emoji, group]) => {
        const own = group.filter(({user_id}) => user_id === me.id);
        // The person can have reacted in several skin tones.
        const toggled = own.length > 0 ? own : [group[0]!];
        const name = toggled.at(-1)!.emoji_name;
        const people = new Set(group.map(({user_id}) => user_id)).size;
        return (
          <Button
            key={emoji}
            ref={withTooltip(<WhoReacted reactions={group} />)}
            className={`${styles.reaction} touch-target`}
            aria-pressed={own.length > 0}
            aria-label={reactionLabel(`:${name}:`, people)}
            isDisabled={!mayAdd}
            // Before the tooltip opens.
            onHoverStart={() => void WhoReacted.load().catch(() => undefined)}
            onPress={() => {
              for (const {emoji_name} of toggled) void toggleReaction(post, emoji_name);
            }}
          >
            <Emoji name={name} />
            <span>{count(people)}</span>
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
