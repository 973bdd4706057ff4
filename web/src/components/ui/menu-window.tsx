import type {ReactNode} from 'react';
import {Header} from 'react-aria-components/Header';
import {Keyboard} from 'react-aria-components/Keyboard';
import {Menu, MenuItem, MenuSection} from 'react-aria-components/Menu';
import type {PopoverProps} from 'react-aria-components/Popover';
import {Separator} from 'react-aria-components/Separator';
import styles from './menu.module.css';
import {type MenuParts, MenuPartsContext} from './menu-parts.ts';
import {SheetPopover} from './sheet-popover.tsx';
import type {Opener} from './use-opener.ts';

const PARTS: MenuParts = {Item: MenuItem, Section: MenuSection, Heading: Header, Line: Separator, Keyboard};

interface MenuWindowProps {
  opener: Opener;
  label: string;
  placement: PopoverProps['placement'];
  children: ReactNode;
}

/** The popup of a menu, loaded when the first one opens. */
export default function MenuWindow({
  opener: {buttonRef, setOpen, byKey},
  label,
  placement,
  children,
}: MenuWindowProps) {
  return (
    <MenuPartsContext value={PARTS}>
      <SheetPopover
        className={styles.popover}
        title={label}
        aria-label={label}
        triggerRef={buttonRef}
        onClose={() => setOpen(false)}
        placement={placement}
        offset={4}
      >
        <Menu
          className={styles.menu}
          aria-label={label}
          autoFocus={byKey ? 'first' : true}
          onClose={() => setOpen(false)}
        >
          {children}
        </Menu>
      </SheetPopover>
    </MenuPartsContext>
  );
}
