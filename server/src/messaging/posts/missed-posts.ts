import {setTimeout as wait} from 'node:timers/promises';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus, Events} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {WirePost} from './present.ts';
import {type ChangedPostRow, selectChangedPosts} from './store.ts';

/** The id of the event about a new or edited post. Nodes that publish the same event use the same id. */
export const changeId = ({id, update_at}: {id: string; update_at: number}) => `post:${id}:${update_at}`;
/** The id of the event about a deleted post. */
export const deletionId = (postId: string) => `post:${postId}:deleted`;

const PAGE = 500;
/** Allowance for clock differences and transaction time, in milliseconds. */
const MARGIN_MS = 15_000;
const RETRY_INTERVAL_MS = 2000;
const ATTEMPTS = 30;
/** Time between searches for posts whose creation is uncertain, in milliseconds. */
const SEARCH_INTERVAL_MS = 1000;
/**
 * How long PostgreSQL may still execute a statement after its connection was lost, in milliseconds. Statements are
 * canceled sooner.
 */
const MAX_EXECUTION_MS = 60_000;
/**
 * After how long without a database the search is given up, in milliseconds. By then, clients have loaded their data
 * again.
 */
const GIVE_UP_MS = 600_000;
const MAX_UNCERTAIN = 10_000;
/** How long the event of a post normally takes to arrive from the node that publishes it, in milliseconds. */
const DELIVERY_MS = 1000;

export type MissedPosts = ReturnType<typeof createMissedPosts>;

/**
 * Publishes posts that were committed but not published by the node that created them, because it crashed
 * (docs/cluster.md#when-a-node-dies) or didn't get the result of its statement
 * (docs/cluster.md#when-the-database-fails). Events with the same id are delivered once.
 *
 * @param createdEvent the event for a new post @param editedEvent the event for an edited post
 */
export function createMissedPosts({
  database,
  cluster,
  events,
  log,
  byIds,
  createdEvent,
  editedEvent,
}: {
  database: Database;
  cluster: Cluster;
  events: EventBus;
  log: Logger;
  byIds: (ids: readonly string[], options: {includeDeleted: boolean}) => Promise<WirePost[]>;
  createdEvent: (post: WirePost) => Promise<Events['post:created']>;
  editedEvent: (post: WirePost) => Promise<Events['post:edited']>;
}) {
  const {delivered} = cluster.bus;

  const isUndelivered = ({id, createat, updateat, deleteat}: ChangedPostRow, since: number): boolean =>
    deleteat > 0
      ? !delivered(deletionId(id))
      : (createat >= since && !delivered(changeId({id, update_at: createat}))) ||
        !delivered(changeId({id, update_at: updateat}));

  /** Whether this node also sends notifications about posts, which only one node must do. */
  const isFirstNode = () => cluster.nodes()[0]?.id === cluster.node.id;

  async function publish(post: WirePost, since: number): Promise<void> {
    if (post.delete_at > 0) {
      const deletedBy = typeof post.props.deleteBy === 'string' ? post.props.deleteBy : '';
      events.relay('post:deleted', {post, deletedBy}, deletionId(post.id));
      return;
    }
    const creationId = changeId({id: post.id, update_at: post.create_at});
    if (post.create_at >= since && !delivered(creationId)) {
      const event = await createdEvent(post);
      if (isFirstNode()) events.publish('post:created', event, creationId);
      else events.relay('post:created', event, creationId);
    }
    if (post.update_at > post.create_at) {
      events.relay('post:edited', await editedEvent(post), changeId(post));
    }
  }

  /** Publishes the posts that were created, edited or deleted since a time and whose events have not arrived. */
  async function publishSince(since: number): Promise<void> {
    let count = 0;
    let last = {updateat: since, id: ''};
    for (;;) {
      const rows = await selectChangedPosts(database, last, PAGE);
      const missed = rows.filter((row) => isUndelivered(row, since)).map(({id}) => id);
      for (const post of await byIds(missed, {includeDeleted: true})) await publish(post, since);
      count += missed.length;
      if (rows.length < PAGE) break;
      last = rows.at(-1)!;
    }
    log.info({posts: count}, 'published the posts that a lost node may not have published');
  }

  async function publishWithRetries(since: number): Promise<void> {
    if (!isFirstNode()) await wait(DELIVERY_MS, undefined, {ref: false});
    for (let attempt = 1; ; attempt++) {
      try {
        return await publishSince(since);
      } catch (error) {
        log.warn({err: error, attempt}, 'could not publish the posts of a lost node');
        if (attempt === ATTEMPTS) return;
        await wait(RETRY_INTERVAL_MS, undefined, {ref: false});
      }
    }
  }

  cluster.onNodeLost((_node, lastSeenAt) => {
    // Nodes that started earlier handle older posts, and their clients have them.
    void publishWithRetries(Math.max(lastSeenAt - MARGIN_MS, cluster.node.startedAt));
  });

  /** The ids of posts that this node may have created, and when it lost the connection. */
  const uncertain = new Map<string, number>();

  async function searchUncertain(): Promise<void> {
    while (uncertain.size > 0) {
      await wait(SEARCH_INTERVAL_MS, undefined, {ref: false});
      const now = Date.now();
      const searched = [...uncertain];
      let life = MAX_EXECUTION_MS;
      try {
        for (const post of await byIds([...uncertain.keys()], {includeDeleted: false})) {
          // Includes side effects such as notifications, because no node has run them.
          events.publish(
            'post:created',
            await createdEvent(post),
            changeId({id: post.id, update_at: post.create_at}),
          );
          uncertain.delete(post.id);
        }
      } catch (error) {
        log.warn({err: error}, 'could not search for posts whose creation is uncertain');
        life = GIVE_UP_MS;
      }
      for (const [id, lostAt] of searched) if (now - lostAt >= life) uncertain.delete(id);
    }
  }

  return {
    /**
     * Publishes the posts among these that turn out to exist. This node sent them to the database but lost the
     * connection before the result arrived.
     */
    publishIfCreated(ids: readonly string[]): void {
      const isSearching = uncertain.size > 0;
      for (const id of ids) if (uncertain.size < MAX_UNCERTAIN) uncertain.set(id, Date.now());
      if (!isSearching) void withoutCaller(searchUncertain);
    },

    /**
     * Publishes a post that another node created, in case that node lost the result. Called when a client sends a post
     * again because it got no response.
     */
    publishUnlessDelivered(post: WirePost): void {
      const id = changeId({id: post.id, update_at: post.create_at});
      if (delivered(id)) return;
      const publishLater = async () => {
        await wait(DELIVERY_MS, undefined, {ref: false});
        if (!delivered(id)) events.relay('post:created', await createdEvent(post), id);
      };
      void withoutCaller(publishLater).catch((error) =>
        log.warn({err: error}, 'could not publish a post that another node created'),
      );
    },
  };
}
