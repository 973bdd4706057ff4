import type {ServerChannel} from '@mattermost/types/channels';
import {Fragment} from 'react';
import {MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {useChannelActions} from './channel-actions.ts';

/** The items of the menu in a channel's header. */
export default function ChannelItems({channel}: {channel: ServerChannel}) {
  const groups = useChannelActions(channel).filter((group) => group.length > 0);
  return groups.map((actions, index) => (
    <Fragment key={index}>
      {index > 0 && <MenuSeparator />}
      {actions.map(({name, icon, danger, open}) => (
        <MenuItem key={name} icon={icon} danger={danger ?? false} onAction={open}>
          {name}
        </MenuItem>
      ))}
    </Fragment>
  ));
}
