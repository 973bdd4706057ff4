import type {Command} from 'commander';
import {type Config, loadConfig} from '../platform/config/config.ts';
import {parseVariable} from '../platform/config/environment.ts';
import {nearestName} from '../platform/config/nearest-name.ts';
import {badValue, unknownSetting} from '../platform/config/problems.ts';
import {type Setting, settingByName, settingList} from '../platform/config/setting-list.ts';
import {isSameValue, MASK, nestSettings, settingValue} from '../platform/config/setting-values.ts';
import {CommandError} from './command-error.ts';
import {dataDirectory} from './data-directory.ts';

export function addConfigCommands(program: Command): void {
  const config = program
    .command('config')
    .description('read and change settings (see docs/configuration.md)');

  config
    .command('list')
    .description('print all settings and where their values come from; secrets are masked')
    .option('--changed', 'print only settings that differ from their defaults')
    .option('--json', 'print one JSON object with sections')
    .action(async ({changed, json}: {changed?: boolean; json?: boolean}) => {
      const loaded = await load();
      const shown = settingList.filter((setting) => !changed || sourceOf(setting, loaded) !== 'default');
      if (json) {
        const values = shown.map((setting) => [setting.name, maskedValue(setting, loaded)] as const);
        console.log(JSON.stringify(nestSettings(values), null, 2));
        return;
      }
      for (const setting of shown) {
        const value = JSON.stringify(maskedValue(setting, loaded));
        const source = sourceOf(setting, loaded);
        console.log(`${setting.name} = ${value}${source === 'default' ? '' : `  (${source})`}`);
      }
    });

  config
    .command('get')
    .description('print the value of a setting; secrets are masked')
    .argument('<name>', 'section and name, such as ServiceSettings.SiteURL')
    .option('--json', 'print it as JSON')
    .action(async (name: string, {json}: {json?: boolean}) => {
      const value = maskedValue(settingOf(name), await load());
      console.log(typeof value === 'string' && !json ? value : JSON.stringify(value));
    });

  config
    .command('set')
    .description('change a setting; a running server applies it within a second or two')
    .argument('<name>', 'section and name, such as ServiceSettings.SiteURL')
    .argument('<value>', 'true or false, a number, text, or a list separated by commas')
    .action(async (name: string, text: string) => {
      const setting = settingOf(name);
      const loaded = await load();
      const value = parseVariable(text, setting.schema);
      if (value === undefined) throw new CommandError(badValue(setting, text, 'command line').line);
      await loaded.patch(nestSettings([[setting.name, value]]));
      const now = JSON.stringify(maskedValue(setting, loaded));
      const restart = setting.schema.restart ? ' It takes effect when the server starts.' : '';
      console.log(`${setting.name} is ${now}.${restart}`);
    });
}

const load = () => loadConfig({dataDirectory: dataDirectory(), env: process.env});

function settingOf(name: string): Setting {
  const setting = settingByName.get(name);
  if (!setting) {
    const nearest = nearestName(name, settingByName.keys(), '.');
    throw new CommandError(unknownSetting(name, 'command line', nearest).line);
  }
  return setting;
}

function maskedValue(setting: Setting, config: Config): unknown {
  const value = settingValue(config.get(), setting);
  return setting.schema.secret && value !== '' ? MASK : value;
}

function sourceOf(setting: Setting, config: Config): string {
  if (Object.hasOwn(process.env, setting.environmentName)) return setting.environmentName;
  return isSameValue(settingValue(config.get(), setting), setting.schema.default) ? 'default' : 'config.json';
}
