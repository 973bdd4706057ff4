import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces custom profile attributes to everyone, and values to users who can see the user. */
export function announceProfileAttributes(events: Announcements, hub: Hub): void {
  events.inStreamOrder('profile-attribute:created', ({field}) =>
    hub.announce({event: 'custom_profile_attributes_field_created', data: {field}, to: 'everyone'}),
  );
  events.inStreamOrder('profile-attribute:changed', ({field, valuesDeleted}) =>
    hub.announce({
      event: 'custom_profile_attributes_field_updated',
      data: {field, delete_values: valuesDeleted},
      to: 'everyone',
    }),
  );
  events.inStreamOrder('profile-attribute:deleted', ({fieldId}) =>
    hub.announce({
      event: 'custom_profile_attributes_field_deleted',
      data: {field_id: fieldId},
      to: 'everyone',
    }),
  );
  events.inStreamOrder('profile-attribute-values:changed', ({userId, values, hiddenValues}) =>
    hub.announceLater(async () => {
      const channelIds = await hub.channelsOf(userId);
      const everything = {values: {...values, ...hiddenValues}};
      const shown = {values};
      const isAnythingShown = Object.keys(values).length > 0;
      return {
        event: 'custom_profile_attributes_values_updated',
        data: {user_id: userId},
        to: 'everyone',
        filter: (listener) =>
          listener.userId === userId ||
          listener.isAdministrator ||
          (isAnythingShown && (listener.seesEveryone || !channelIds.isDisjointFrom(listener.channelIds))),
        personalize: (listener) =>
          listener.userId === userId || listener.isAdministrator ? everything : shown,
      };
    }, 'changed profile attributes'),
  );
}
