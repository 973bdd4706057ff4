import type {Channel} from '@mattermost/types/channels';
import {otherUserId} from '../../data/channels/addresses.ts';
import {useOtherGroupMembers} from '../../data/channels/channel-names.ts';
import {useMe} from '../../data/session/session.ts';
import {PersonAvatar} from '../people/person.tsx';
import {Icon} from '../ui/icon.tsx';
import styles from './channel-icon.module.css';

/** The icon of a channel's type, or the picture of the other person in a direct channel. */
export function ChannelIcon({
  channel,
  size = 18,
}: {
  channel: Pick<Channel, 'id' | 'type' | 'name' | 'display_name' | 'delete_at'>;
  size?: number;
}) {
  const me = useMe();
  const others = useOtherGroupMembers(channel, me.username);
  if (channel.delete_at > 0) return <Icon name="archive" size={size} />;
  if (channel.type === 'D')
    return <PersonAvatar userId={otherUserId(channel, me.id)} size={size + 4} withPresence />;
  if (channel.type === 'G') {
    return (
      <span className={styles.count} style={{width: size + 4, height: size + 4}} aria-hidden="true">
        {others.length}
      </span>
    );
  }
  return <Icon name={channel.type === 'P' ? 'lock' : 'hash'} size={size} />;
}
