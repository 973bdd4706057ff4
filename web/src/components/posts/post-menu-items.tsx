import {Fragment} from 'react';
import {KeyCaps} from '../keyboard/sheet/key-caps.tsx';
import {type Keys, SHORTCUTS} from '../keyboard/shortcuts.ts';
import {MenuItem, MenuSeparator} from '../ui/menu.tsx';
import type {NamedPostAction} from './use-post-actions.tsx';

/** The keys that do the same as an item of the menu while the message has the focus. */
const KEYS: Record<string, readonly Keys[]> = SHORTCUTS.message;

/** The items of a message's menu. */
export default function PostMenuItems({groups}: {groups: readonly (readonly NamedPostAction[])[]}) {
  return groups.map((group, index) => (
    <Fragment key={group[0]?.name}>
      {index > 0 && group.length > 0 && <MenuSeparator />}
      {group.map(({name, icon, label, danger, run}) => (
        <MenuItem
          key={name}
          icon={icon}
          danger={danger}
          keys={KEYS[name] && <KeyCaps keys={KEYS[name][0]!} />}
          onAction={run}
        >
          {label}
        </MenuItem>
      ))}
    </Fragment>
  ));
}
