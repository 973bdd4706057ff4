import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces changes of bookmarks to the members of their channels. */
export function announceBookmarks(events: Announcements, hub: Hub): void {
  events.inStreamOrder('bookmark:created', ({bookmark}) =>
    hub.announce({
      event: 'channel_bookmark_created',
      data: {bookmark: JSON.stringify(bookmark)},
      to: {channelId: bookmark.channel_id},
    }),
  );
  events.inStreamOrder('bookmark:changed', ({bookmark}) =>
    hub.announce({
      event: 'channel_bookmark_updated',
      data: {bookmarks: JSON.stringify({updated: bookmark})},
      to: {channelId: bookmark.channel_id},
    }),
  );
  events.inStreamOrder('bookmark:deleted', ({bookmark}) =>
    hub.announce({
      event: 'channel_bookmark_deleted',
      data: {bookmark: JSON.stringify(bookmark)},
      to: {channelId: bookmark.channel_id},
    }),
  );
  events.inStreamOrder('bookmarks:sorted', ({channelId, bookmarks}) =>
    hub.announce({
      event: 'channel_bookmark_sorted',
      data: {bookmarks: JSON.stringify(bookmarks)},
      to: {channelId},
    }),
  );
}
