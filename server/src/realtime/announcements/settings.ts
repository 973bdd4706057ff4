import type {System} from '../../messaging/system/system.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces changed settings for clients to everyone. */
export function announceSettings({
  config,
  hub,
  system,
  log,
}: {
  config: Config;
  hub: Hub;
  system: System;
  log: Logger;
}): void {
  async function announce(tierChanged: boolean): Promise<void> {
    hub.announce({
      event: 'config_changed',
      data: {config: await system.clientConfig({signedIn: true})},
      to: 'everyone',
    });
    if (tierChanged) {
      hub.announce({event: 'license_changed', data: {license: system.clientLicense()}, to: 'everyone'});
    }
  }

  config.onChange((now, before) => {
    announce(now.LicenseSettings.Tier !== before.LicenseSettings.Tier).catch((error) =>
      log.warn({err: error}, 'could not announce changed settings'),
    );
  });
}
