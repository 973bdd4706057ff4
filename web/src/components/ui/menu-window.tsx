import {type ReactNode, useRef} from 'react';
import {Header} from 'react-aria-components/Header';
import {Keyboard} from 'react-aria-components/Keyboard';
import {Menu, MenuItem, MenuSection} from 'react-aria-components/Menu';
import type {PopoverProps} from 'react-aria-components/Popover';
import {Separator} from 'react-aria-components/Separator';
import styles from './menu.module.css';
import {MenuPartsContext} from './menu-parts.ts';
import {PopoverPoint} from './popover-point.tsx';
import {SheetPopover} from './sheet-popover.tsx';
import type {Opener} from './use-opener.ts';

const PARTS = {Item: MenuItem, Section: MenuSection, Heading: Header, Line: Separator, Keyboard};

interface MenuWindowProps {
  opener: Opener;
  label: string;
  placement: PopoverProps['placement'];
  children: ReactNode;
}

/** The popup of a menu, loaded when the first one opens. */
export default function MenuWindow({
  opener: {buttonRef, setOpen, byKey, at},
  label,
  placement,
  children,
}: MenuWindowProps) {
  const point = useRef<HTMLSpanElement>(null);
  const close = () => setOpen(false);
  return (
    <MenuPartsContext value={{...PARTS, close}}>
      {at && <PopoverPoint ref={point} at={at} />}
      <SheetPopover
        className={styles.popover}
        title={label}
        aria-label={label}
        triggerRef={at ? point : buttonRef}
        onClose={close}
        placement={at ? 'bottom start' : placement}
        offset={at ? 0 : 4}
      >
        <Menu className={styles.menu} aria-label={label} autoFocus={byKey ? 'first' : true} onClose={close}>
          {children}
        </Menu>
      </SheetPopover>
    </MenuPartsContext>
  );
}
