import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Audience, Hub, Listener} from '../hub/hub.ts';

/** Announces channels and their members. Hides private channels from others. */
export function announceChannels(events: Announcements, hub: Hub): void {
  events.inStreamOrder('channel:created', ({channel}) =>
    hub.announce({
      event: 'channel_created',
      data: {channel_id: channel.id, team_id: channel.team_id},
      to: {userId: channel.creator_id},
    }),
  );
  events.inStreamOrder('channel:changed', ({channel}) =>
    hub.announce({
      event: 'channel_updated',
      data: {channel: JSON.stringify(channel)},
      to: {channelId: channel.id},
    }),
  );
  events.inStreamOrder('channel:archived', ({channel}) =>
    hub.announce({
      event: 'channel_deleted',
      data: {channel_id: channel.id, delete_at: channel.delete_at},
      ...visibleAudience(channel),
    }),
  );
  events.inStreamOrder('channel:restored', ({channel}) =>
    hub.announce({event: 'channel_restored', data: {channel_id: channel.id}, ...visibleAudience(channel)}),
  );
  events.inStreamOrder('channel:converted', ({channel}) =>
    hub.announce({
      event: 'channel_converted',
      data: {channel_id: channel.id, channel_type: channel.type},
      // Includes users who can no longer see a channel that became private, because their clients must remove it.
      ...visibleAudience({...channel, type: 'O'}),
    }),
  );
  events.inStreamOrder('group-channel:converted', ({channel}) =>
    hub.announce({event: 'gm_converted', data: {channel_id: channel.id}, to: {channelId: channel.id}}),
  );
  events.inStreamOrder('direct-channel:created', ({channel, userIds, creatorId}) => {
    const others = userIds.filter((id) => id !== creatorId);
    hub.announce(
      channel.type === 'D'
        ? {
            event: 'direct_added',
            data: {creator_id: creatorId, teammate_id: others[0] ?? creatorId},
            to: {channelId: channel.id},
          }
        : {
            event: 'group_added',
            data: {teammate_ids: JSON.stringify(userIds)},
            to: {channelId: channel.id},
          },
    );
  });

  events.inStreamOrder('channel-member:joined', ({channelId, teamId, userId}) =>
    hub.announce({
      event: 'user_added',
      data: {user_id: userId, team_id: teamId},
      to: {channelId},
    }),
  );
  events.inStreamOrder('channel-member:left', ({channelId, userId, actorId}) => {
    hub.announce({
      event: 'user_removed',
      data: {user_id: userId, remover_id: actorId},
      to: {channelId},
    });
    hub.announce({
      event: 'user_removed',
      data: {channel_id: channelId, remover_id: actorId},
      to: {userId},
    });
  });
  events.inStreamOrder('channel-member:changed', ({member}) =>
    hub.announce({
      event: 'channel_member_updated',
      data: {channelMember: JSON.stringify(member)},
      to: {userId: member.user_id},
    }),
  );
  events.inStreamOrder('channels:viewed', ({userId, times}) => {
    const [channelId, ...others] = Object.keys(times);
    // For clients of older API versions.
    if (channelId !== undefined && others.length === 0) {
      hub.announce({event: 'channel_viewed', data: {channel_id: channelId}, to: {userId}});
    }
    hub.announce({event: 'multiple_channels_viewed', data: {channel_times: times}, to: {userId}});
  });
}

/**
 * The users who can see a channel. For a public channel, its team, but only the guests who are in the channel;
 * otherwise, its members.
 */
function visibleAudience(channel: {id: string; team_id: string; type: string}): {
  to: Audience;
  filter?: (listener: Listener) => boolean;
} {
  return channel.type === 'O'
    ? {
        to: {teamId: channel.team_id},
        filter: (listener) => !listener.isGuest || listener.channelIds.has(channel.id),
      }
    : {to: {channelId: channel.id}};
}
