import type {System} from '../../messaging/system/system.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces changed settings for clients to everyone. */
export function announceSettings({config, hub, system}: {config: Config; hub: Hub; system: System}): void {
  config.onChange((now, before) => {
    hub.announceLater(
      async () => ({
        event: 'config_changed',
        data: {config: await system.clientConfig({signedIn: true})},
        to: 'everyone',
      }),
      'changed settings',
    );
    if (now.LicenseSettings.Tier !== before.LicenseSettings.Tier) {
      hub.announce({event: 'license_changed', data: {license: system.clientLicense()}, to: 'everyone'});
    }
  });
}
