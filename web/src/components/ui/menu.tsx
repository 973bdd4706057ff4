import {type ReactNode, type Ref, useImperativeHandle} from 'react';
import type {PopoverProps} from 'react-aria-components/Popover';
import {Icon, type IconName} from './icon.tsx';
import {lazyComponent} from './lazy-component.tsx';
import styles from './menu.module.css';
import {useMenuParts} from './menu-parts.ts';
import {type Point, type Trigger, useOpener} from './use-opener.ts';

const MenuWindow = lazyComponent(() => import('./menu-window.tsx'));

interface MenuProps {
  /** The button that opens it. */
  trigger: Trigger;
  label: string;
  children: ReactNode;
  placement?: PopoverProps['placement'];
  onOpenChange?: (isOpen: boolean) => void;
  /** Loads the code of the items, if it is loaded on demand. */
  load?: () => Promise<unknown>;
  handle?: Ref<MenuHandle>;
}

/** Opens the menu for something else than its button. */
export interface MenuHandle {
  open: (at?: Point) => void;
}

/** A button that opens a menu. */
export function Menu({
  trigger,
  label,
  children,
  placement = 'bottom end',
  onOpenChange,
  load,
  handle,
}: MenuProps) {
  const opener = useOpener({
    trigger,
    kind: 'menu',
    load: () => Promise.all([MenuWindow.load(), load?.()]),
    onOpenChange,
  });
  useImperativeHandle(handle, () => ({open: opener.open}));
  return (
    <>
      {opener.button}
      {opener.isOpen && (
        <MenuWindow opener={opener} label={label} placement={placement}>
          {children}
        </MenuWindow>
      )}
    </>
  );
}

interface MenuItemProps {
  children: string;
  icon?: IconName;
  /** Shown instead of an icon. */
  mark?: ReactNode;
  detail?: ReactNode;
  danger?: boolean;
  isDisabled?: boolean;
  onAction?: () => void;
  /** The keys of its shortcut. Hidden on touch screens. */
  keys?: ReactNode;
}

export function MenuItem({children, icon, mark, detail, danger, keys, ...item}: MenuItemProps) {
  const {Item, Keyboard} = useMenuParts();
  return (
    <Item {...item} className={styles.item} textValue={children} data-danger={danger || undefined}>
      {mark ?? (icon && <Icon name={icon} size={18} />)}
      <bdi className={styles.text}>{children}</bdi>
      {detail && <bdi className={styles.detail}>{detail}</bdi>}
      {/* The item's description contains it, but not its name. */}
      {keys && (
        <Keyboard className={styles.keys} aria-hidden>
          {keys}
        </Keyboard>
      )}
    </Item>
  );
}

export function MenuSection({title, children}: {title: string; children: ReactNode}) {
  const {Section, Heading} = useMenuParts();
  return (
    <Section>
      <Heading className={styles.heading}>{title}</Heading>
      {children}
    </Section>
  );
}

export function MenuSeparator() {
  const {Line} = useMenuParts();
  return <Line className={styles.separator} />;
}
