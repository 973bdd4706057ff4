import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Config} from '../../platform/config/config.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A user is typing in the thread of the post `parentId`, or in the channel if it is empty. */
    typing: {userId: string; channelId: string; parentId: string};
  }
}

export type Typing = ReturnType<typeof createTyping>;

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
  return {
    /**
     * Announces in the channel that the user is typing, if the settings allow it.
     *
     * @throws AppError 403 unless the user may post there.
     */
    async announce(actor: Session, channelId: string, parentId = ''): Promise<void> {
      await permissions.require(actor, 'create_post', {channelId});
      if (!config.get().ServiceSettings.EnableUserTypingMessages) return;
      events.broadcast('typing', {userId: actor.userId, channelId, parentId});
    },
  };
}
