import {t} from '@lingui/core/macro';
import type {ReactNode, RefObject} from 'react';
import {flushSync} from 'react-dom';
import {useIsOn} from '../../data/system/client-config.ts';
import {withCatalog} from '../../lib/i18n.ts';
import type {IconName} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PopoverTrigger} from '../ui/popover.tsx';
import {LoadingState} from '../ui/state.tsx';
import styles from './emoji-picker.module.css';

const EmojiPicker = lazyComponent(
  () => withCatalog('conversation', import('./picker/emoji-picker.tsx')),
  <LoadingState />,
);
const GifPicker = lazyComponent(
  () => withCatalog('conversation', import('./picker/gif-picker.tsx')),
  <LoadingState />,
);
const PickerTabs = lazyComponent(
  () => withCatalog('conversation', import('./picker/picker-tabs.tsx')),
  <LoadingState />,
);

interface EmojiPickerButtonProps {
  icon: IconName;
  /** Shown instead of the icon. */
  mark?: ReactNode;
  label: string;
  small?: boolean;
  /** The side of the button that the picker is aligned with. */
  side?: 'start' | 'end';
  /** What the picker opens above, instead of the button: the box that gets the emoji, which stays visible. */
  above?: RefObject<HTMLElement | null>;
  onPick: (name: string) => void;
  /** Offers GIFs too, if the server has them, as Markdown. */
  onPickGif?: (markdown: string) => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens the emoji picker, which can have GIFs too. */
export function EmojiPickerButton({
  icon,
  mark,
  label,
  small,
  side = 'end',
  above,
  onPick,
  onPickGif,
  onOpenChange,
}: EmojiPickerButtonProps) {
  const withEmoji = useIsOn('EnableEmojiPicker');
  const hasGifs = useIsOn('EnableGifPicker');
  const withGifs = hasGifs && onPickGif !== undefined;
  if (!withEmoji && !withGifs) return null;
  return (
    <PopoverTrigger
      trigger={<IconButton icon={icon} mark={mark} label={label} size={small ? 'small' : 'normal'} />}
      label={withGifs ? t`Emoji and GIFs` : t`Emoji`}
      frameClassName={styles.popover}
      className={styles.picker}
      placement={`top ${side}`}
      anchor={above}
      offset={6}
      onOpenChange={onOpenChange}
    >
      {(close) => {
        // The window is closed first, because it keeps the focus, and a message box takes it when it gets the text.
        const pickEmoji = (name: string) => {
          flushSync(close);
          onPick(name);
        };
        const pickGif = (markdown: string) => {
          flushSync(close);
          onPickGif?.(markdown);
        };
        if (!withGifs) return <EmojiPicker onPick={pickEmoji} />;
        if (!withEmoji) return <GifPicker onPick={pickGif} />;
        return <PickerTabs onPickEmoji={pickEmoji} onPickGif={pickGif} />;
      }}
    </PopoverTrigger>
  );
}
