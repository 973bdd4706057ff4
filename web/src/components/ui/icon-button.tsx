import {type ReactNode, type Ref, useMemo} from 'react';
import {mergeRefs} from 'react-aria/mergeRefs';
import {Button, type ButtonProps} from 'react-aria-components/Button';
import {Icon, type IconName} from './icon.tsx';
import styles from './icon-button.module.css';
import {withTooltip} from './tooltips.ts';

interface IconButtonProps extends Omit<ButtonProps, 'className' | 'style' | 'children'> {
  icon: IconName;
  /** Shown instead of the icon. */
  mark?: ReactNode;
  /** The action. Shown as a tooltip, and used as the accessible name. */
  label: string;
  size?: 'normal' | 'small';
  /** Whether the background is dark. */
  onDark?: boolean;
  /** The state of a toggle button. */
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  icon,
  mark,
  label,
  size = 'normal',
  onDark,
  pressed,
  ref,
  ...button
}: IconButtonProps) {
  const both = useMemo(() => mergeRefs<HTMLButtonElement>(ref, withTooltip(label)), [ref, label]);
  return (
    <Button
      {...button}
      ref={both}
      aria-label={label}
      aria-pressed={pressed}
      className={styles.button}
      data-size={size}
      data-on-dark={onDark || undefined}
    >
      {mark ?? <Icon name={icon} size={size === 'small' ? 17 : 20} />}
    </Button>
  );
}
