import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces bookmarks to the members of their channels. */
export function announceBookmarks(events: EventBus, hub: Hub): void {
  events.subscribe('bookmark:created', ({bookmark}) =>
    hub.announce({
      event: 'channel_bookmark_created',
      data: {bookmark: JSON.stringify(bookmark)},
      to: {channelId: bookmark.channel_id},
    }),
  );
  events.subscribe('bookmark:changed', ({bookmark}) =>
    hub.announce({
      event: 'channel_bookmark_updated',
      data: {bookmarks: JSON.stringify({updated: bookmark})},
      to: {channelId: bookmark.channel_id},
    }),
  );
  events.subscribe('bookmark:deleted', ({bookmark}) =>
    hub.announce({
      event: 'channel_bookmark_deleted',
      data: {bookmark: JSON.stringify(bookmark)},
      to: {channelId: bookmark.channel_id},
    }),
  );
  events.subscribe('bookmarks:sorted', ({channelId, bookmarks}) =>
    hub.announce({
      event: 'channel_bookmark_sorted',
      data: {bookmarks: JSON.stringify(bookmarks)},
      to: {channelId},
    }),
  );
}
