import {t} from '@lingui/core/macro';
import type {ChannelCategory} from '@mattermost/types/channel_categories';
import type {ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {use} from 'react';
import {useNavigate} from 'react-router';
import type {IconName} from '../../../../components/ui/icon.tsx';
import {MenuItem, MenuSection, MenuSeparator} from '../../../../components/ui/menu.tsx';
import {Submenu} from '../../../../components/ui/submenu.tsx';
import {isTownSquare, otherUserId} from '../../../../data/channels/addresses.ts';
import {moveChannel, useCategories} from '../../../../data/channels/categories.ts';
import {categoryName} from '../../../../data/channels/category-names.ts';
import {placeChannel} from '../../../../data/channels/category-order.ts';
import {setMuted} from '../../../../data/channels/channel-actions.ts';
import {channelPath} from '../../../../data/channels/channel-names.ts';
import {useCollapsedThreads, useMembership} from '../../../../data/channels/channels.ts';
import {hideDirect} from '../../../../data/channels/direct.ts';
import {$openChannel, markRead} from '../../../../data/channels/read-state.ts';
import {getUnread} from '../../../../data/channels/unread.ts';
import {markLatestUnread} from '../../../../data/posts/post-changes.ts';
import {useMe} from '../../../../data/session/session.ts';
import {useCurrentTeam} from '../../../../data/teams/teams.ts';
import {copyText} from '../../../../lib/copy-text.ts';
import {errorMessage} from '../../../../lib/server.ts';
import {showError} from '../../../../lib/toasts.ts';
import {openChannelDialog} from '../../menus/channel-dialogs.tsx';
import {SectionContext} from './section-context.ts';

const report = (error: unknown) => showError(errorMessage(error));

/** The icons of the categories that everyone has. */
const ICONS: Partial<Record<string, IconName>> = {
  channels: 'hash',
  direct_messages: 'message',
};

interface ChannelItemsProps {
  channel: ServerChannel;
  onCreateCategory: () => void;
}

/** The items of a channel's menu in the sidebar. */
export default function ChannelItems({channel, onCreateCategory}: ChannelItemsProps) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const membership = useMembership(channel.id);
  const collapsedThreads = useCollapsedThreads();
  const categories = useCategories(team.id);
  const open = useStore($openChannel);
  const {isUnread} = getUnread(channel, membership, collapsedThreads);
  const current = categories.find(({channel_ids}) => channel_ids.includes(channel.id));
  const favorites = categories.find(({type}) => type === 'favorites');
  const isFavorite = current !== undefined && current === favorites;
  const isDirect = channel.type === 'D' || channel.type === 'G';
  const home = categories.find(({type}) => type === (isDirect ? 'direct_messages' : 'channels'));
  const isMuted = membership?.notify_props?.mark_unread === 'mention';
  // The item for favorites moves it there, and from there to the category for all.
  const targets = categories.filter(
    (one) => one !== current && (one.type === 'custom' || (one === home && !isFavorite)),
  );
  const {category, channels} = use(SectionContext);
  const shown = channels.map(({id}) => id);
  // The server sorts direct messages.
  const place = category?.type === 'direct_messages' ? -1 : shown.indexOf(channel.id);
  const previous = shown[place - 1];
  const next = place < 0 ? undefined : shown[place + 1];
  const shift = (to: ChannelCategory, otherId: string) =>
    void placeChannel(to, channel.id, {shown, otherId, side: 'place'}).catch(report);
  return (
    <>
      {isUnread ? (
        <MenuItem icon="check" onAction={() => markRead(channel.id)}>
          {t`Mark as read`}
        </MenuItem>
      ) : (
        <MenuItem icon="eyeOff" onAction={() => void markLatestUnread(channel.id)}>
          {t`Mark as unread`}
        </MenuItem>
      )}
      {favorites && home ? (
        <MenuItem
          icon="star"
          onAction={() =>
            void moveChannel(team.id, channel.id, isFavorite ? home.id : favorites.id).catch(report)
          }
        >
          {isFavorite ? t`Remove from favorites` : t`Add to favorites`}
        </MenuItem>
      ) : null}
      <MenuItem icon="bell" onAction={() => openChannelDialog(channel, 'notifications')}>
        {t`Notifications`}
      </MenuItem>
      <MenuItem
        icon={isMuted ? 'bell' : 'bellOff'}
        onAction={() => void setMuted(channel.id, !isMuted).catch(report)}
      >
        {isMuted ? t`Unmute` : t`Mute`}
      </MenuItem>
      <MenuItem
        icon="link"
        onAction={() =>
          void copyText(`${window.location.origin}${channelPath(team, channel, me)}`, t`Link copied`)
        }
      >
        {t`Copy link`}
      </MenuItem>
      <Submenu label={t`Move`} icon="swap">
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
        <MenuSection title={t`Move to`}>
          {targets.map((category) => (
            <MenuItem
              key={category.id}
              icon={ICONS[category.type] ?? 'archive'}
              onAction={() => void moveChannel(team.id, channel.id, category.id).catch(report)}
            >
              {categoryName(category)}
            </MenuItem>
          ))}
          <MenuItem icon="add" onAction={onCreateCategory}>
            {t`Create category`}
          </MenuItem>
        </MenuSection>
      </Submenu>
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
