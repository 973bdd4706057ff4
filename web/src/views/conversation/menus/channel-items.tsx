import type {ServerChannel} from '@mattermost/types/channels';
import {Fragment} from 'react';
import {MenuSeparator} from '../../../components/ui/menu.tsx';
import {useMembership} from '../../../data/channels/channels.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {ActionItems} from './action-items.tsx';
import {useChannelActions} from './channel-actions.ts';
import {MoveMenu} from './move-menu.tsx';
import {useOwnChannelActions} from './own-channel-actions.ts';

/** The items of the menu in a channel's header. */
export default function ChannelItems({channel}: {channel: ServerChannel}) {
  const membership = useMembership(channel.id);
  const [first = [], ...others] = useChannelActions(channel).filter((group) => group.length > 0);
  return (
    <>
      <ActionItems actions={first} />
      <MenuSeparator />
      <ActionItems actions={useOwnChannelActions(channel, useCurrentTeam())} />
      {membership && <MoveMenu channel={channel} />}
      {others.map((actions, index) => (
        <Fragment key={index}>
          <MenuSeparator />
          <ActionItems actions={actions} />
        </Fragment>
      ))}
    </>
  );
}
