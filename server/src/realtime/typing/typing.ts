import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A user is typing in the thread of the post `parentId`, or in the channel if it is empty. */
    typing: {userId: string; channelId: string; parentId: string};
  }
}

export type Typing = ReturnType<typeof createTyping>;

/**
 * The minimum time between two announcements of a user in milliseconds. Clients send one every few seconds
 * (`ServiceSettings.TimeBetweenUserTypingUpdatesMilliseconds`), and each reaches all members of a channel.
 */
const MIN_INTERVAL = 1000;

/** Typing indicators. */
export function createTyping({
  events,
  permissions,
  config,
}: {
  events: EventBus;
  permissions: Permissions;
  config: Config;
}) {
  const announced = createBoundedCache<string, true>(50_000, {ttl: MIN_INTERVAL});

  return {
    /**
     * Announces in the channel that the user is typing, if the settings allow it. Does nothing if the last announcement
     * was less than a second ago.
     *
     * @throws AppError 403 unless the user may post there.
     */
    async announce(actor: Session, channelId: string, parentId = ''): Promise<void> {
      await permissions.require(actor, 'create_post', {channelId});
      if (!config.get().ServiceSettings.EnableUserTypingMessages || announced.has(actor.userId)) return;
      announced.set(actor.userId, true);
      events.broadcast('typing', {userId: actor.userId, channelId, parentId});
    },
  };
}
