import {t} from '@lingui/core/macro';
import type {ChannelCategory} from '@mattermost/types/channel_categories';
import type {ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {use} from 'react';
import {useNavigate} from 'react-router';
import {MenuItem, MenuSeparator} from '../../../../components/ui/menu.tsx';
import {isTownSquare, otherUserId} from '../../../../data/channels/addresses.ts';
import {placeChannel} from '../../../../data/channels/category-order.ts';
import {hideDirect} from '../../../../data/channels/direct.ts';
import {$openChannel} from '../../../../data/channels/read-state.ts';
import {useMe} from '../../../../data/session/session.ts';
import {useCurrentTeam} from '../../../../data/teams/teams.ts';
import {errorMessage} from '../../../../lib/server.ts';
import {showError} from '../../../../lib/toasts.ts';
import {ActionItems} from '../../menus/action-items.tsx';
import {openChannelDialog} from '../../menus/channel-dialogs.tsx';
import {MoveMenu} from '../../menus/move-menu.tsx';
import {useOwnChannelActions} from '../../menus/own-channel-actions.ts';
import {SectionContext} from './section-context.ts';

const report = (error: unknown) => showError(errorMessage(error));

/** The items of a channel's menu in the sidebar. */
export default function ChannelItems({channel}: {channel: ServerChannel}) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const open = useStore($openChannel);
  const isDirect = channel.type === 'D' || channel.type === 'G';
  const {category, channelIds: shown} = use(SectionContext);
  // The server sorts direct messages.
  const place = category?.type === 'direct_messages' ? -1 : shown.indexOf(channel.id);
  const previous = shown[place - 1];
  const next = place < 0 ? undefined : shown[place + 1];
  const shift = (to: ChannelCategory, otherId: string) =>
    void placeChannel(to, channel.id, {shown, otherId, side: 'place'}).catch(report);
  return (
    <>
      <ActionItems actions={useOwnChannelActions(channel, team)} />
      <MoveMenu channel={channel}>
        {previous && category ? (
          <MenuItem icon="arrowUp" onAction={() => shift(category, previous)}>
            {t`Move up`}
          </MenuItem>
        ) : null}
        {next && category ? (
          <MenuItem icon="arrowDown" onAction={() => shift(category, next)}>
            {t`Move down`}
          </MenuItem>
        ) : null}
      </MoveMenu>
      {isDirect ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon="close"
            onAction={() => {
              hideDirect(channel, otherUserId(channel, me.id)).catch(report);
              if (open === channel.id) navigate(`/${team.name}`);
            }}
          >
            {t`Close conversation`}
          </MenuItem>
        </>
      ) : !isTownSquare(channel) ? (
        <>
          <MenuSeparator />
          <MenuItem icon="signOut" danger onAction={() => openChannelDialog(channel, 'leave')}>
            {t`Leave channel`}
          </MenuItem>
        </>
      ) : null}
    </>
  );
}
