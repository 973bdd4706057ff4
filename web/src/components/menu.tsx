import type {ReactElement, ReactNode} from 'react';
import {Header} from 'react-aria-components/Header';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu';
import {Popover, type PopoverProps} from 'react-aria-components/Popover';
import {Separator} from 'react-aria-components/Separator';
import {Icon, type IconName} from './icon.tsx';
import styles from './menu.module.css';

interface MenuProps {
  /** What opens it: a button. */
  trigger: ReactElement;
  label: string;
  children: ReactNode;
  placement?: PopoverProps['placement'];
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button, and the things to choose from that it opens. */
export function Menu({trigger, label, children, placement = 'bottom end', onOpenChange}: MenuProps) {
  return (
    <MenuTrigger onOpenChange={onOpenChange}>
      {trigger}
      <Popover className={styles.popover} placement={placement} offset={4}>
        <AriaMenu className={styles.menu} aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

interface MenuItemProps {
  children: string;
  icon?: IconName;
  /** Something other than an icon in its place. */
  mark?: ReactNode;
  detail?: string;
  danger?: boolean;
  isDisabled?: boolean;
  onAction?: () => void;
}

export function MenuItem({children, icon, mark, detail, danger, ...item}: MenuItemProps) {
  return (
    <AriaMenuItem {...item} className={styles.item} textValue={children} data-danger={danger || undefined}>
      {mark ?? (icon && <Icon name={icon} size={18} />)}
      <span className={styles.text}>{children}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
    </AriaMenuItem>
  );
}

export function MenuSection({title, children}: {title: string; children: ReactNode}) {
  return (
    <AriaMenuSection>
      <Header className={styles.heading}>{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className={styles.separator} />;
}
