import {t} from '@lingui/core/macro';
import {useEffect, useRef, useState} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {offeredReactions} from '../../data/emoji/emoji-use.ts';
import {dismiss, toggleReaction} from '../../data/posts/post-changes.ts';
import {reactionGroups} from '../../data/posts/reaction-groups.ts';
import {Emoji} from '../emoji/emoji.tsx';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {Icon} from '../ui/icon.tsx';
import {PopoverPoint} from '../ui/popover-point.tsx';
import {SheetPopover} from '../ui/sheet-popover.tsx';
import type {Point} from '../ui/use-opener.ts';
import styles from './post-sheet.module.css';
import {type PostAction, type PostActionsProps, usePostActions} from './use-post-actions.tsx';
import WhoReacted from './who-reacted.tsx';

/** How many emoji can be chosen without the picker: as many as fit next to it on the narrowest phones. */
const OFFERED = 5;

interface PostSheetProps extends PostActionsProps {
  /** Where the finger rests. */
  at: Point;
  /** Called when it and the dialogs of its actions are closed. */
  onDone: () => void;
}

/** The actions of a message that a finger rests on, and who reacted to it: a sheet on a phone, a menu on a tablet. */
export default function PostSheet({post, place, at, onEdit, onDone}: PostSheetProps) {
  const {actions, groups, mayReact, dialog} = usePostActions({post, place, onEdit});
  const [isOpen, setOpen] = useState(true);
  const point = useRef<HTMLSpanElement>(null);
  const isDone = !isOpen && dialog === undefined;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  const close = () => setOpen(false);
  const react = (name: string) => {
    close();
    void toggleReaction(post, name);
  };
  const isEphemeral = post.type === 'system_ephemeral';
  const first = [actions.reply, actions.save].filter((action) => action !== undefined);
  const shown: readonly (readonly PostAction[])[] = isEphemeral
    ? [[{icon: 'close', label: t`Dismiss`, run: () => dismiss(post)}]]
    : [first, ...groups].filter((group) => group.length > 0);
  const reactions = reactionGroups(post.metadata?.reactions ?? []);
  return (
    <>
      {isOpen && (
        <>
          <PopoverPoint ref={point} at={at} />
          <SheetPopover
            className={styles.frame}
            title={t`Message actions`}
            triggerRef={point}
            placement="end top"
            offset={0}
            onClose={close}
          >
            <Dialog className={styles.sheet!} aria-label={t`Message actions`}>
              {mayReact && !isEphemeral && (
                <div className={styles.emoji}>
                  {offeredReactions()
                    .slice(0, OFFERED)
                    .map((name) => (
                      <button key={name} type="button" aria-label={`:${name}:`} onClick={() => react(name)}>
                        <Emoji name={name} fallback="" />
                      </button>
                    ))}
                  <EmojiPickerButton icon="smileAdd" label={t`Add reaction`} onPick={react} />
                </div>
              )}
              {reactions.length > 0 && (
                <ul className={styles.reactions}>
                  {reactions.map(([emoji, group]) => (
                    <li key={emoji}>
                      <Emoji name={group[0]!.emoji_name} />
                      <span>
                        <WhoReacted reactions={group} />
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              {shown.map((group) => (
                <ul key={group[0]!.icon} className={styles.actions}>
                  {group.map(({icon, label, danger, run}) => (
                    <li key={icon}>
                      <button
                        type="button"
                        data-danger={danger}
                        onClick={() => {
                          close();
                          run();
                        }}
                      >
                        <Icon name={icon} size={20} />
                        {label}
                      </button>
                    </li>
                  ))}
                </ul>
              ))}
            </Dialog>
          </SheetPopover>
        </>
      )}
      {dialog}
    </>
  );
}
