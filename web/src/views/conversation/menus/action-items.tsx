import {MenuItem} from '../../../components/ui/menu.tsx';
import type {ChannelAction} from './own-channel-actions.ts';

/** The items of a menu for what the person can do in a channel. */
export function ActionItems({actions}: {actions: readonly ChannelAction[]}) {
  return actions.map(({name, icon, danger, open}) => (
    <MenuItem key={name} icon={icon} danger={danger ?? false} onAction={open}>
      {name}
    </MenuItem>
  ));
}
