import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {PostOutbox} from '../../messaging/posts/posts.ts';
import {createReadThroughCache} from '../../platform/concurrency/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {insertDeliveries} from './outbox-store.ts';
import {type OutgoingWebhookRow, selectListeningHooks} from './store.ts';
import {triggerWordOf} from './trigger.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** The outgoing webhooks of a team changed. */
    'outgoing-webhooks:changed': {teamId: string};
    /** Deliveries are waiting. */
    'outgoing-delivery:waiting': Record<string, never>;
  }
}

const MAX_TEAMS = 10_000;
/** The maximum number of deliveries that a post triggers, so that a few posts can't flood other servers. */
const MAX_DELIVERIES_PER_POST = 100;

/**
 * Adds the deliveries that posts trigger in the transaction of the post, so that a crash cannot lose them. For teams
 * without webhooks, this is only a cache lookup.
 */
export function createWebhookOutbox({
  database,
  config,
  events,
  permissions,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  permissions: Permissions;
}): PostOutbox {
  const hooksOfTeam = createReadThroughCache<OutgoingWebhookRow[]>({
    maxSize: MAX_TEAMS,
    read: (teamId) => selectListeningHooks(database, teamId),
  });
  events.onEveryNode('caches:stale', () => hooksOfTeam.clear());
  events.onEveryNode('outgoing-webhooks:changed', ({teamId}) => hooksOfTeam.invalidate(teamId));

  /** The webhooks for a private channel whose owners are members of it. */
  async function listeningInPrivate(hooks: readonly OutgoingWebhookRow[], channelId: string) {
    const listening: OutgoingWebhookRow[] = [];
    for (const hook of hooks) {
      if (!hook.allowprivatechannel || hook.channelid !== channelId) continue;
      if ((await permissions.channelStanding(hook.creatorid, channelId))?.isMember) listening.push(hook);
    }
    return listening;
  }

  return {
    async entryFor({channel, message, type, isWebhook}) {
      // Posts by webhooks and system messages trigger no webhooks, because webhooks could trigger each other forever.
      if (channel.teamid === '' || isWebhook || type.startsWith('system_')) return undefined;
      if (!config.get().ServiceSettings.EnableOutgoingWebhooks) return undefined;
      const ofTeam = (await hooksOfTeam.get(channel.teamid)) ?? [];
      const hooks = channel.type === 'O' ? ofTeam : await listeningInPrivate(ofTeam, channel.id);
      const calls = hooks.flatMap((hook) => {
        const triggerword = triggerWordOf(hook, {channelId: channel.id, message});
        if (triggerword === undefined) return [];
        return [...new Set(hook.callbackurls)].map((callbackurl) => ({
          hookid: hook.id,
          callbackurl,
          triggerword,
        }));
      });
      if (calls.length === 0) return undefined;
      return {
        write: (tx, postId) =>
          insertDeliveries(
            tx,
            calls.slice(0, MAX_DELIVERIES_PER_POST).map((call) => ({...call, id: newId(), postid: postId})),
            Date.now(),
          ),
        written: () => events.publish('outgoing-delivery:waiting', {}),
      };
    },
  };
}
