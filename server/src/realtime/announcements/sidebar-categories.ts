import type {SidebarCategories} from '../../messaging/sidebar-categories/sidebar-categories.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces sidebar changes to the user's clients. */
export function announceSidebarCategories({
  events,
  hub,
  sidebarCategories,
  log,
}: {
  events: Announcements;
  hub: Hub;
  sidebarCategories: SidebarCategories;
  log: Logger;
}): void {
  async function announceUpdate(place: {userId: string; teamId: string}): Promise<void> {
    if (!hub.isListening(place.userId)) return;
    const all = await sidebarCategories.all(place);
    hub.announce({
      event: 'sidebar_category_updated',
      // Includes all categories: a channel moved into one has left another.
      data: {updatedCategories: JSON.stringify(all)},
      to: place,
    });
  }

  events.inStreamOrder('sidebar-categories:changed', ({userId, teamId, kind, categoryIds}) => {
    const to = {userId, teamId};
    if (kind === 'updated') {
      announceUpdate(to).catch((error) =>
        log.warn({err: error, userId}, 'could not announce a changed sidebar'),
      );
    } else if (kind === 'order') {
      hub.announce({event: 'sidebar_category_order_updated', data: {order: categoryIds}, to});
    } else {
      hub.announce({event: `sidebar_category_${kind}`, data: {category_id: categoryIds[0]}, to});
    }
  });
}
