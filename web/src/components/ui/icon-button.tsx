import {useMemo} from 'react';
import {Button, type ButtonProps} from 'react-aria-components/Button';
import {Icon, type IconName} from './icon.tsx';
import styles from './icon-button.module.css';
import {withTooltip} from './tooltips.ts';

interface IconButtonProps extends Omit<ButtonProps, 'className' | 'style' | 'children'> {
  icon: IconName;
  /** The action. Shown as a tooltip, and used as the accessible name. */
  label: string;
  size?: 'normal' | 'small';
  /** Whether the background is dark. */
  onDark?: boolean;
  /** The state of a toggle button. */
  pressed?: boolean;
}

export function IconButton({icon, label, size = 'normal', onDark, pressed, ...button}: IconButtonProps) {
  const tooltip = useMemo(() => withTooltip(label), [label]);
  return (
    <Button
      {...button}
      ref={tooltip}
      aria-label={label}
      aria-pressed={pressed}
      className={styles.button}
      data-size={size}
      data-on-dark={onDark || undefined}
    >
      <Icon name={icon} size={size === 'small' ? 17 : 20} />
    </Button>
  );
}
