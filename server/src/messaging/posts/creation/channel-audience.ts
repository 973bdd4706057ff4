import {LRUCache} from 'lru-cache';
import {withoutCaller} from '../../../platform/database/callers.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {indexMembers, type MentionableMember, type MentionIndex} from './mentions.ts';
import {type ChannelMemberRow, selectMentionableMembers} from './store.ts';

interface Audience {
  members: Map<string, MentionableMember>;
  /** Users whose entries must be reloaded before the next use. */
  stale: Set<string>;
  /** Built on first use after a change. */
  index: MentionIndex | undefined;
  /** Resolves when all requested changes are loaded into `members`. */
  ready: Promise<void>;
}

/** The maximum number of cached members of all channels together. */
const MAX_MEMBERS = 500_000;
/** If more accounts change at the same time, everything is reloaded. */
const MAX_CHANGED_USERS = 100;

export type ChannelAudience = ReturnType<typeof createChannelAudience>;

/**
 * A cache of who can be mentioned in a channel, which every post needs. When a member changes, only their entry is
 * reloaded.
 */
export function createChannelAudience({database, events}: {database: Database; events: EventBus}) {
  const audiences = new LRUCache<string, Audience>({
    maxSize: MAX_MEMBERS,
    sizeCalculation: ({members}) => members.size + 1,
  });

  events.onEveryNode('caches:stale', () => audiences.clear());
  events.onEveryNode('channel-standing:changed', ({channelId, userId}) => {
    if (userId === undefined) audiences.delete(channelId);
    else audiences.peek(channelId)?.stale.add(userId);
  });
  events.onEveryNode('channel-member:changed', ({member}) => {
    audiences.peek(member.channel_id)?.stale.add(member.user_id);
  });
  events.onEveryNode('users:changed', ({userIds}) => usersChanged(userIds));
  events.onEveryNode('user:activation-changed', ({userId}) => usersChanged([userId]));

  function usersChanged(userIds: readonly string[]): void {
    if (userIds.length > MAX_CHANGED_USERS) audiences.clear();
    for (const {stale} of audiences.values()) for (const userId of userIds) stale.add(userId);
  }

  async function read(
    channelId: string,
    audience: Audience,
    userIds: readonly string[] | null,
  ): Promise<void> {
    const rows = await selectMentionableMembers(database, channelId, userIds);
    for (const userId of userIds ?? []) audience.members.delete(userId);
    for (const row of rows) audience.members.set(row.userid, toMember(row));
    audience.index = undefined;
  }

  async function currentAudience(channelId: string): Promise<Audience> {
    let audience = audiences.get(channelId);
    if (audience === undefined) {
      const loading: Audience = {
        members: new Map(),
        stale: new Set(),
        index: undefined,
        ready: Promise.resolve(),
      };
      audience = loading;
      audiences.set(channelId, loading);
      loading.ready = withoutCaller(() => read(channelId, loading, null)).then(
        () => {
          // Updates the size of the entry, which the cache only computes on insertion.
          if (audiences.peek(channelId) === loading) audiences.set(channelId, loading);
        },
        (error) => {
          audiences.delete(channelId);
          throw error;
        },
      );
    }
    for (;;) {
      const {ready} = audience;
      await ready;
      if (audience.stale.size > 0) {
        const userIds = [...audience.stale];
        audience.stale.clear();
        const outdated = audience;
        audience.ready = withoutCaller(() => read(channelId, outdated, userIds)).catch((error) => {
          audiences.delete(channelId);
          throw error;
        });
      } else if (audience.ready === ready) {
        return audience;
      }
    }
  }

  return {
    /** The words that mention members of the channel, with the members they mention. */
    async mentionIndex(channelId: string): Promise<MentionIndex> {
      const audience = await currentAudience(channelId);
      audience.index ??= indexMembers(audience.members.values());
      return audience.index;
    },

    /** The channel's members with active accounts. */
    async members(channelId: string): Promise<ReadonlyMap<string, MentionableMember>> {
      return (await currentAudience(channelId)).members;
    },
  };
}

function toMember(row: ChannelMemberRow): MentionableMember {
  return {
    userId: row.userid,
    username: row.username,
    firstName: row.firstname,
    isBot: row.isbot,
    notifyProps: row.notifyprops,
    channelNotifyProps: row.channelnotifyprops,
  };
}
