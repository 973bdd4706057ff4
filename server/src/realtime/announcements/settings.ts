import type {System} from '../../messaging/system/system.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces changes of the settings for clients, including the id of new terms of service, to everyone. */
export function announceSettings({
  config,
  events,
  hub,
  system,
}: {
  config: Config;
  events: Announcements;
  hub: Hub;
  system: System;
}): void {
  const announceConfig = () =>
    hub.announceLater(
      async () => ({
        event: 'config_changed',
        data: {config: await system.clientConfig({signedIn: true})},
        to: 'everyone',
      }),
      'changed settings',
    );
  events.inStreamOrder('terms-of-service:published', announceConfig);
  config.onChange((now, before) => {
    announceConfig();
    if (now.LicenseSettings.Tier !== before.LicenseSettings.Tier) {
      hub.announce({event: 'license_changed', data: {license: system.clientLicense()}, to: 'everyone'});
    }
  });
}
