import {t} from '@lingui/core/macro';
import {rememberRecentEmoji} from '../../data/emoji/recent-emoji.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import type {IconName} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PopoverTrigger} from '../ui/popover.tsx';
import {LoadingState} from '../ui/state.tsx';
import styles from './emoji-picker.module.css';

const EmojiPicker = lazyComponent(() => import('./emoji-picker.tsx'), <LoadingState />);

interface EmojiPickerButtonProps {
  icon: IconName;
  label: string;
  small?: boolean;
  /** The side of the button that the picker is aligned with. */
  side?: 'start' | 'end';
  onPick: (name: string) => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens the emoji picker. */
export function EmojiPickerButton({
  icon,
  label,
  small,
  side = 'end',
  onPick,
  onOpenChange,
}: EmojiPickerButtonProps) {
  const isOn = useIsOn('EnableEmojiPicker');
  if (!isOn) return null;
  return (
    <PopoverTrigger
      trigger={<IconButton icon={icon} label={label} size={small ? 'small' : 'normal'} />}
      label={t`Emoji`}
      frameClassName={styles.popover}
      className={styles.picker}
      placement={`top ${side}`}
      offset={6}
      onOpenChange={onOpenChange}
    >
      {(close) => (
        <EmojiPicker
          onPick={(name) => {
            rememberRecentEmoji(name);
            onPick(name);
            close();
          }}
        />
      )}
    </PopoverTrigger>
  );
}
