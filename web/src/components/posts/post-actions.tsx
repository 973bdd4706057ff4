import {t} from '@lingui/core/macro';
import {type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState} from 'react';
import {offeredReactions} from '../../data/emoji/emoji-use.ts';
import {dismiss, toggleReaction} from '../../data/posts/post-changes.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {useMessageKeys} from '../keyboard/use-message-keys.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu} from '../ui/menu.tsx';
import styles from './post-actions.module.css';
import {type PostActionsProps, usePostActions} from './use-post-actions.tsx';

const PostMenuItems = lazyComponent(() => withCatalog('conversation', import('./post-menu-items.tsx')));

async function sayUndeletable() {
  const {showUndeletable} = await withCatalog('conversation', import('./dialogs/undeletable.ts'));
  showUndeletable();
}

interface PostBarProps extends PostActionsProps {
  /** Called when a menu or dialog of the bar opens or closes. The bar must stay while one is open. */
  onHold: (held: boolean) => void;
}

/** How many emoji can be chosen without the picker. In a list of results, they would cover the names of channels. */
const OFFERED = 3;

/** The actions of a message: a bar at its corner while the message is hovered or focused. */
export function PostActions({post, place, onEdit, onHold}: PostBarProps) {
  const {actions, groups, isSaved, mayReact, dialog} = usePostActions({post, place, onEdit});
  const [isOpen, setOpen] = useState(false);
  const isHeld = dialog !== undefined || isOpen;
  useEffect(() => onHold(isHeld), [onHold, isHeld]);
  const bar = useRef<HTMLDivElement>(null);
  const press = (name: string) =>
    bar.current!.querySelector<HTMLElement>(`[data-action="${name}"] button`)?.click();
  const isEphemeral = post.type === 'system_ephemeral';
  const {reply, save} = actions;
  useMessageKeys(
    bar,
    isEphemeral
      ? {delete: {run: () => dismiss(post)}}
      : {
          ...actions,
          // Its menu doesn't offer this, but a key that does nothing would look broken.
          delete: actions.delete ?? {run: () => void sayUndeletable()},
          more: {run: () => press('more')},
          react: mayReact ? {run: () => press('react')} : undefined,
        },
  );

  if (isEphemeral) {
    return (
      <Bar ref={bar}>
        <IconButton icon="close" size="small" label={t`Dismiss`} onPress={() => dismiss(post)} />
      </Bar>
    );
  }
  return (
    <Bar ref={bar}>
      {mayReact &&
        place !== 'list' &&
        offeredReactions()
          .slice(0, OFFERED)
          .map((name) => (
            <button
              key={name}
              type="button"
              className={styles.emoji}
              aria-label={t`React with :${name}:`}
              onClick={() => void toggleReaction(post, name)}
            >
              <Emoji name={name} fallback="" />
            </button>
          ))}
      {mayReact && (
        <span data-action="react">
          <EmojiPickerButton
            icon="smileAdd"
            label={t`Add reaction`}
            small
            onOpenChange={setOpen}
            onPick={(name) => void toggleReaction(post, name)}
          />
        </span>
      )}
      {reply && <IconButton icon={reply.icon} size="small" label={reply.label} onPress={reply.run} />}
      <IconButton icon={save.icon} size="small" label={save.label} pressed={isSaved} onPress={save.run} />
      <span data-action="more">
        <Menu
          label={t`More actions`}
          load={PostMenuItems.load}
          onOpenChange={setOpen}
          trigger={<IconButton icon="more" size="small" label={t`More actions`} />}
        >
          <PostMenuItems groups={groups} />
        </Menu>
      </span>
      {dialog}
    </Bar>
  );
}

/** Space in pixels between the bar and the top of the list. */
const CLEARANCE = 4;

/** Shows the bar at the top edge of the message, or at the top of the list if that edge is scrolled out of view. */
function Bar({ref: bar, children}: {ref: RefObject<HTMLDivElement | null>; children: ReactNode}) {
  const [shift, setShift] = useState(0);
  useLayoutEffect(() => {
    const list = bar.current!.closest('[data-scrolls]');
    if (!list) return;
    function place() {
      const {top, height} = bar.current!.parentElement!.getBoundingClientRect();
      // Not affected by the shift.
      const {offsetTop, offsetHeight} = bar.current!;
      const hidden = list!.getBoundingClientRect().top - top - offsetTop;
      setShift(hidden > 0 ? Math.min(hidden + CLEARANCE, height - offsetTop - offsetHeight) : 0);
    }
    place();
    // The list also scrolls when the editor of the message has closed.
    list.addEventListener('scroll', place, {passive: true});
    return () => list.removeEventListener('scroll', place);
  }, []);
  return (
    <div ref={bar} className={styles.bar} style={shift > 0 ? {translate: `0 ${shift}px`} : undefined}>
      {children}
    </div>
  );
}
