import {createContext, useContext} from 'react';
import type {Header} from 'react-aria-components/Header';
import type {Keyboard} from 'react-aria-components/Keyboard';
import type {MenuItem, MenuSection} from 'react-aria-components/Menu';
import type {Separator} from 'react-aria-components/Separator';

/** What the contents of a menu need. The popup loads the library's components, and provides them. */
export interface MenuParts {
  Item: typeof MenuItem;
  Section: typeof MenuSection;
  Heading: typeof Header;
  Line: typeof Separator;
  Keyboard: typeof Keyboard;
  /** Closes the menu. */
  close: () => void;
}

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined);

/** @throws outside a Menu */
export function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext);
  if (!parts) throw new Error('This belongs in a Menu.');
  return parts;
}
