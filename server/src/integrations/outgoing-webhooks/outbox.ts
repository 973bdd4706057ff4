import {createReadThroughCache} from '../../platform/caches/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus, Events} from '../../platform/event-bus/event-bus.ts';
import {newId} from '../../platform/ids/ids.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {insertDeliveries} from './outbox-store.ts';
import {type OutgoingWebhookRow, selectListeningHooks} from './store.ts';
import {triggerWordOf} from './trigger.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A team's outgoing webhooks are not what they were. */
    'outgoing-webhooks:changed': {teamId: string};
    /** There is something to deliver. */
    'outgoing-delivery:waiting': Record<string, never>;
  }
}

const MAX_TEAMS = 10_000;

export type WebhookOutbox = ReturnType<typeof createWebhookOutbox>;

/**
 * Writes what posts set off, in one statement right after the post and beside whoever posts. Where a team has no
 * hooks that takes a look into a cache.
 */
export function createWebhookOutbox({
  database,
  config,
  events,
  log,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
}) {
  const hooksOfTeam = createReadThroughCache<OutgoingWebhookRow[]>({
    maxSize: MAX_TEAMS,
    read: (teamId) => selectListeningHooks(database, teamId),
  });
  events.subscribe('caches:stale', () => hooksOfTeam.clear());
  events.subscribe('outgoing-webhooks:changed', ({teamId}) => hooksOfTeam.forget(teamId));

  const underWay = new Set<Promise<void>>();

  async function write({post, channel}: Events['post:created']): Promise<void> {
    const hooks = (await hooksOfTeam.get(channel.teamId)) ?? [];
    const deliveries = hooks.flatMap((hook) => {
      const triggerword = triggerWordOf(hook, {channelId: channel.id, message: post.message});
      if (triggerword === undefined) return [];
      return [...new Set(hook.callbackurls)].map((callbackurl) => ({
        id: newId(),
        hookid: hook.id,
        postid: post.id,
        callbackurl,
        triggerword,
      }));
    });
    if (deliveries.length === 0) return;
    await insertDeliveries(database, deliveries, Date.now());
    events.publish('outgoing-delivery:waiting', {});
  }

  events.subscribe('post:created', (event) => {
    // Posts by hooks set off no hooks, or two of them would talk for ever; nor do the server's notices.
    const {post, channel, isWebhook} = event;
    if (channel.type !== 'O' || isWebhook || post.type.startsWith('system_')) return;
    if (!config.get().ServiceSettings.EnableOutgoingWebhooks) return;
    const writing = write(event)
      .catch((error) => log.error({err: error, postId: post.id}, 'could not write what a post sets off'))
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  });

  return {
    /** Waits until all that was posted so far is written. */
    async idle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
