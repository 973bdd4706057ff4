import type {Cluster} from '../../platform/cluster/cluster.ts';
import {createClusterCache} from '../../platform/cluster/cluster-cache.ts';
import type {GroupedCache} from '../../platform/concurrency/grouped-cache.ts';
import type {Views} from '../../platform/event-bus/event-bus.ts';
import type {ChannelMemberRow} from './members/store.ts';
import type {ChannelRow} from './store.ts';

interface List<Row> {
  rows: readonly Row[];
  /** The value of the change counter when the list was read. */
  changesBefore: number;
}

interface ChannelFlag {
  channelid: string;
  value: boolean;
}

/** The maximum numbers of cached channels, memberships and flags, and the approximate size of each in bytes. */
const MAX_ROWS = 20_000;
const ROW_BYTES = 1000;
/** How many channels have their last change remembered. When more change, all lists are read again. */
const MAX_CHANGED_CHANNELS = 100_000;

/**
 * Lists of a user's channels and memberships, which clients read when they start. They are cached until the user joins,
 * leaves or reads a channel, or something happens in a channel of the list (docs/cluster.md#cached-pages).
 */
export function createOwnLists({cluster, events}: {cluster: Cluster; events: Views}) {
  const channels = createClusterCache<List<ChannelRow>>(cluster.bus, sizes);
  const memberships = createClusterCache<List<ChannelMemberRow>>(cluster.bus, sizes);
  const flags = createClusterCache<List<ChannelFlag>>(cluster.bus, sizes);

  // A post changes the lists of every member of its channel. A counter costs the same regardless of their number.
  let changes = 0;
  let lastClear = 0;
  const lastChanges = new Map<string, number>();

  function channelChanged(channelId: string): void {
    if (lastChanges.size >= MAX_CHANGED_CHANNELS) clear();
    lastChanges.set(channelId, ++changes);
  }

  function userChanged(userId: string): void {
    channels.invalidate(userId);
    memberships.invalidate(userId);
    flags.invalidate(userId);
  }

  function clear(): void {
    lastClear = ++changes;
    lastChanges.clear();
    channels.clear();
    memberships.clear();
    flags.clear();
  }

  events.onEveryNode('caches:stale', clear);
  events.onEveryNode('team:changed', clear);
  // No cached list contains the channel yet.
  events.onEveryNode('channel:restored', clear);
  events.onEveryNode('team-standing:changed', ({userId}) =>
    userId === undefined ? clear() : userChanged(userId),
  );
  events.onEveryNode('channel-standing:changed', ({channelId, userId}) =>
    userId === undefined ? channelChanged(channelId) : userChanged(userId),
  );
  events.onEveryNode('channel-member:joined', ({userId}) => userChanged(userId));
  events.onEveryNode('channel-member:left', ({userId}) => userChanged(userId));
  events.onEveryNode('channel-member:changed', ({member}) => userChanged(member.user_id));
  events.onEveryNode('direct-channel:created', ({userIds}) => userIds.forEach(userChanged));
  events.onEveryNode('channels:viewed', ({userId}) => userChanged(userId));
  events.onEveryNode('post:unread', ({userId}) => userChanged(userId));
  events.onEveryNode('channel:changed', ({channel}) => channelChanged(channel.id));
  events.onEveryNode('channel:archived', ({channel}) => channelChanged(channel.id));
  events.onEveryNode('channel:converted', ({channel}) => channelChanged(channel.id));
  events.onEveryNode('post:created', ({post}) => channelChanged(post.channel_id));
  events.onEveryNode('post:deleted', ({post}) => channelChanged(post.channel_id));
  events.onEveryNode('channel-posts:changed', ({channelIds}) => channelIds.forEach(channelChanged));

  async function readCurrent<Row>(
    cache: GroupedCache<List<Row>>,
    getChannelId: (row: Row) => string,
    userId: string,
    key: string,
    read: () => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    for (;;) {
      let isNew = false;
      const list = await cache.get(userId, key, async () => {
        isNew = true;
        const changesBefore = changes;
        return {rows: await read(), changesBefore};
      });
      const {rows, changesBefore} = list;
      const isUnchanged = (row: Row) => (lastChanges.get(getChannelId(row)) ?? 0) <= changesBefore;
      if (isNew || (lastClear <= changesBefore && rows.every(isUnchanged))) return rows;
      cache.invalidate(userId);
    }
  }

  return {
    /** The channels of the user that `read` selects. `key` identifies the selection. */
    channels: (userId: string, key: string, read: () => Promise<readonly ChannelRow[]>) =>
      readCurrent(channels, ({id}) => id, userId, key, read),

    /** The memberships of the user that `read` selects. `key` identifies the selection. */
    memberships: (userId: string, key: string, read: () => Promise<readonly ChannelMemberRow[]>) =>
      readCurrent(memberships, ({channelid}) => channelid, userId, key, read),

    /** A flag about the user and the posts of a channel, computed by `read`. `key` identifies it. */
    async flag(
      userId: string,
      channelId: string,
      key: string,
      read: () => Promise<boolean>,
    ): Promise<boolean> {
      const readList = async () => [{channelid: channelId, value: await read()}];
      const [found] = await readCurrent(
        flags,
        ({channelid}) => channelid,
        userId,
        `${channelId} ${key}`,
        readList,
      );
      return found!.value;
    },
  };
}

export type OwnLists = ReturnType<typeof createOwnLists>;

const sizes = {
  maxSize: MAX_ROWS * ROW_BYTES,
  sizeOf: ({rows}: List<unknown>) => rows.length * ROW_BYTES,
};
