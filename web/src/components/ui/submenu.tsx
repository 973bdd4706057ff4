import type {ReactNode} from 'react';
import {Menu, MenuItem, SubmenuTrigger} from 'react-aria-components/Menu';
import {Popover} from 'react-aria-components/Popover';
import {Icon, type IconName} from './icon.tsx';
import styles from './menu.module.css';
import {useMenuParts} from './menu-parts.ts';
import sheet from './sheet.module.css';

interface SubmenuProps {
  label: string;
  icon: IconName;
  /** The items. Choosing one also closes the menu that this belongs to. */
  children: ReactNode;
}

/** An item of a menu that opens more items next to it. On a phone, they cover the menu. */
export function Submenu({label, icon, children}: SubmenuProps) {
  const {close} = useMenuParts();
  return (
    <SubmenuTrigger>
      <MenuItem className={styles.item} textValue={label}>
        <Icon name={icon} size={18} />
        <bdi className={styles.text}>{label}</bdi>
        <Icon name="chevronRight" size={14} />
      </MenuItem>
      <Popover className={`${styles.popover} ${sheet.sheet}`}>
        <Menu className={styles.menu} onClose={close}>
          {children}
        </Menu>
      </Popover>
    </SubmenuTrigger>
  );
}
