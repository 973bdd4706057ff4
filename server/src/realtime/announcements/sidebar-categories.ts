import type {SidebarCategories} from '../../messaging/sidebar-categories/sidebar-categories.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces sidebar changes to the user's clients. */
export function announceSidebarCategories({
  events,
  hub,
  sidebarCategories,
}: {
  events: Announcements;
  hub: Hub;
  sidebarCategories: SidebarCategories;
}): void {
  function announceUpdate(owner: {userId: string; teamId: string}): void {
    if (!hub.isListening(owner.userId)) {
      hub.skip(owner.userId);
      return;
    }
    hub.announceLater(
      async () => ({
        event: 'sidebar_category_updated',
        // Includes all categories, because a channel that was moved to one was removed from another.
        data: {updatedCategories: JSON.stringify(await sidebarCategories.all(owner))},
        to: owner,
      }),
      'a changed sidebar',
    );
  }

  events.inStreamOrder('sidebar-categories:changed', ({userId, teamId, kind, categoryIds}) => {
    const to = {userId, teamId};
    if (kind === 'updated') {
      announceUpdate(to);
    } else if (kind === 'order') {
      hub.announce({event: 'sidebar_category_order_updated', data: {order: categoryIds}, to});
    } else {
      hub.announce({event: `sidebar_category_${kind}`, data: {category_id: categoryIds[0]}, to});
    }
  });
}
