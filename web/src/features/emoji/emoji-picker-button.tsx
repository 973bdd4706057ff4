import {lazy, Suspense} from 'react';
import {Dialog, DialogTrigger} from 'react-aria-components/Dialog';
import {Popover} from 'react-aria-components/Popover';
import type {IconName} from '../../components/icon.tsx';
import {IconButton} from '../../components/icon-button.tsx';
import {LoadingState} from '../../components/state.tsx';
import {useIsOn} from '../../lib/client-config.ts';
import styles from './emoji-picker.module.css';
import {rememberRecentEmoji} from './recent-emoji.ts';

const EmojiPicker = lazy(() => import('./emoji-picker.tsx'));

interface EmojiPickerButtonProps {
  icon: IconName;
  label: string;
  small?: boolean;
  onPick: (name: string) => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens all emoji to pick one. */
export function EmojiPickerButton({icon, label, small, onPick, onOpenChange}: EmojiPickerButtonProps) {
  const isOn = useIsOn('EnableEmojiPicker');
  if (!isOn) return null;
  return (
    <DialogTrigger onOpenChange={onOpenChange}>
      <IconButton icon={icon} label={label} size={small ? 'small' : 'normal'} />
      <Popover className={styles.popover} placement="top end" offset={6}>
        <Dialog className={styles.picker} aria-label="Emoji">
          {({close}) => (
            <Suspense fallback={<LoadingState />}>
              <EmojiPicker
                onPick={(name) => {
                  rememberRecentEmoji(name);
                  onPick(name);
                  close();
                }}
              />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
