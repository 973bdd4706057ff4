import {createHash} from 'node:crypto';
import {settingList} from '../config/setting-list.ts';
import {settingValue} from '../config/setting-values.ts';
import type {Settings} from '../config/settings.ts';

/** Settings that may differ between the nodes of a cluster, because they describe the machine. */
const PER_NODE = new Set([
  'ServiceSettings.ListenAddress',
  'ClusterSettings.OverrideHostname',
  'LogSettings.ConsoleLevel',
  'JobSettings.RunJobs',
  'JobSettings.RunScheduler',
  'SqlSettings.DataSource',
  'SqlSettings.MaxOpenConns',
]);

/** A digest of the settings that nodes compare: a short hash by name. Of secrets, only whether they are set. */
export type SettingsDigest = Record<string, string>;

export function digestSettings(settings: Settings): SettingsDigest {
  return Object.fromEntries(
    settingList
      .filter(({name}) => !PER_NODE.has(name))
      .map((setting) => {
        const value = settingValue(settings, setting);
        const compared = setting.schema.secret ? value !== '' : value;
        return [
          setting.name,
          createHash('sha256').update(JSON.stringify(compared)).digest('base64url').slice(0, 8),
        ];
      }),
  );
}

/** The names of the settings that differ. */
export function differences(a: SettingsDigest, b: SettingsDigest): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
}
