import {type Ref, useEffect, useRef, useState} from 'react';
import {Button, type ButtonProps} from 'react-aria-components/Button';
import {TooltipTrigger} from 'react-aria-components/Tooltip';
import {Icon, type IconName} from './icon.tsx';
import styles from './icon-button.module.css';
import {Tooltip} from './tooltip.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'className' | 'style' | 'children'> {
  icon: IconName;
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
  label,
  size = 'normal',
  onDark,
  pressed,
  onHoverEnd,
  onBlur,
  ...button
}: IconButtonProps) {
  const isExpanded = button['aria-expanded'] === true;
  const [isTooltipOpen, setTooltipOpen] = useState(false);
  // When the popup of the button closes, the focus returns to the button. A tooltip would cover what is around it.
  const hadPopup = useRef(false);
  useEffect(() => {
    if (isExpanded) hadPopup.current = true;
  }, [isExpanded]);
  return (
    <TooltipTrigger
      delay={500}
      closeDelay={0}
      isOpen={isTooltipOpen}
      onOpenChange={(isOpen) => setTooltipOpen(isOpen && !hadPopup.current)}
    >
      <Button
        {...button}
        // Not when the hover starts: that also happens when the popup closes under the pointer.
        onHoverEnd={(event) => {
          hadPopup.current = isExpanded;
          onHoverEnd?.(event);
        }}
        onBlur={(event) => {
          hadPopup.current = isExpanded;
          onBlur?.(event);
        }}
        aria-label={label}
        aria-pressed={pressed}
        className={styles.button}
        data-size={size}
        data-on-dark={onDark || undefined}
      >
        <Icon name={icon} size={size === 'small' ? 17 : 20} />
      </Button>
      <Tooltip>{label}</Tooltip>
    </TooltipTrigger>
  );
}
