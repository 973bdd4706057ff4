import type {Post} from '@mattermost/types/posts';
import type {Reaction} from '@mattermost/types/reactions';
import {Button} from 'react-aria-components/Button';
import {TooltipTrigger} from 'react-aria-components/Tooltip';
import {useMayInChannel} from '../../data/channels/channels.ts';
import {nameOf, useNameFormat, usePerson} from '../../data/people/people.ts';
import {toggleReaction} from '../../data/posts/post-changes.ts';
import {useMe} from '../../data/session/session.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {Tooltip} from '../ui/tooltip.tsx';
import styles from './reactions.module.css';

/** The reactions to a message, each emoji once with how many gave it. */
export function Reactions({post}: {post: Post}) {
  const reactions = post.metadata?.reactions ?? [];
  return reactions.length === 0 ? null : <Given post={post} reactions={reactions} />;
}

function Given({post, reactions}: {post: Post; reactions: readonly Reaction[]}) {
  const me = useMe();
  const mayAdd = useMayInChannel(post.channel_id, 'add_reaction');
  const byEmoji = Map.groupBy(reactions, (reaction) => reaction.emoji_name);
  return (
    <div className={styles.list}>
      {[...byEmoji].map(([name, list]) => {
        const isOwn = list.some((reaction) => reaction.user_id === me.id);
        return (
          <TooltipTrigger key={name} delay={400}>
            <Button
              className={styles.reaction}
              aria-pressed={isOwn}
              aria-label={`:${name}:, ${list.length} ${list.length === 1 ? 'reaction' : 'reactions'}`}
              isDisabled={!mayAdd}
              onPress={() => void toggleReaction(post, name)}
            >
              <Emoji name={name} />
              <span>{list.length}</span>
            </Button>
            <Tooltip>
              <WhoReacted reactions={list} />
            </Tooltip>
          </TooltipTrigger>
        );
      })}
      {mayAdd && (
        <EmojiPickerButton
          icon="smileAdd"
          label="Add a reaction"
          small
          side="start"
          onPick={(name) => void toggleReaction(post, name)}
        />
      )}
    </div>
  );
}

/** Names that are told. */
const MOST_NAMES = 12;

function WhoReacted({reactions}: {reactions: readonly Reaction[]}) {
  const more = reactions.length - MOST_NAMES;
  return (
    <>
      {reactions.slice(0, MOST_NAMES).map(({user_id}, index) => (
        <span key={user_id}>
          {index > 0 && ', '}
          <Name userId={user_id} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`} with :{reactions[0]!.emoji_name}:
    </>
  );
}

function Name({userId}: {userId: string}) {
  const me = useMe();
  const person = usePerson(userId);
  const format = useNameFormat();
  if (userId === me.id) return <>You</>;
  return <>{person ? nameOf(person, format) : '…'}</>;
}
