import {readFile} from 'node:fs/promises';
import type {Command} from 'commander';
import {
  type Config,
  presentVersion,
  type ReadConfig,
  type SettingsVersion,
} from '../platform/config/config.ts';
import {parseVariable} from '../platform/config/environment.ts';
import {type LocalSettings, loadLocalSettings} from '../platform/config/local-settings.ts';
import {nearestName} from '../platform/config/nearest-name.ts';
import {badValue, CALLER, unknownSetting} from '../platform/config/problems.ts';
import {isSet, type Setting, settingByName, settingList} from '../platform/config/setting-list.ts';
import {
  checkValue,
  isSameValue,
  MASK,
  nestSettings,
  settingValue,
} from '../platform/config/setting-values.ts';
import type {Settings} from '../platform/config/settings.ts';
import {CommandError} from './command-error.ts';
import {dataDirectory} from './data-directory.ts';
import {describeReadError} from './read-error.ts';

/** The number of versions that `config history` shows by default. */
const HISTORY_SHOWN = 20;

export function addConfigCommands(program: Command): void {
  const config = program
    .command('config')
    .description('read and change settings (see docs/configuration.md)');

  config
    .command('list')
    .description('print all settings and where their values come from; secrets are masked')
    .option('--changed', 'print only settings that differ from their defaults')
    .option('--json', 'print one JSON object with sections')
    .action(list);

  config
    .command('get')
    .description('print the value of a setting; secrets are masked')
    .argument('<name>', 'section and name, such as ServiceSettings.SiteURL')
    .option('--json', 'print the value as JSON')
    .action(async (name: string, {json}: {json?: boolean}) => {
      const setting = settingOf(name);
      const {get} = setting.local ? await loadLocal() : await readAll();
      const value = maskedValue(setting, get());
      console.log(typeof value === 'string' && !json ? value : JSON.stringify(value));
    });

  config
    .command('set')
    .description('change a setting; running servers apply it immediately')
    .argument('<name>', 'section and name, such as ServiceSettings.SiteURL')
    .argument('<value>', 'true or false, a number, text, or a list separated by commas')
    .action(set);

  config
    .command('history')
    .description('list changes to the settings in the database, newest first; secrets are masked')
    .option('--limit <count>', 'how many changes to print', String(HISTORY_SHOWN))
    .option('--json', 'print one JSON object per line')
    .action(history);

  config
    .command('rollback')
    .description('restore the settings of an earlier version from the history')
    .argument('<version>', 'the number of the version')
    .action(async (text: string) => {
      const version = wholeNumber(text, 'version');
      await change(`patchbay config rollback ${version}`, (settings) => settings.restore(version));
    });

  config
    .command('export')
    .description('print the settings in the database as JSON, without secrets, for config import')
    .action(async () => {
      const stored = (await readAll()).storedValues();
      const shown = settingList.filter(({name, schema}) => stored.has(name) && !schema.secret);
      console.log(JSON.stringify(nestSettings(shown.map(({name}) => [name, stored.get(name)])), null, 2));
    });

  config
    .command('import')
    .description('change the settings that a JSON file contains, such as one from config export')
    .argument('<file>', 'a JSON object with sections of settings')
    .action(async (file: string) => {
      const settings = await readJson(file);
      await change('patchbay config import', ({patch}) => patch(settings));
    });
}

async function list({changed, json}: {changed?: boolean; json?: boolean}): Promise<void> {
  const config = await readAll();
  const shown = settingList.filter((setting) => !changed || settingSource(setting, config) !== 'default');
  if (json) {
    const values = shown.map((setting) => [setting.name, maskedValue(setting, config.get())] as const);
    console.log(JSON.stringify(nestSettings(values), null, 2));
    return;
  }
  if (shown.length === 0) console.log('All settings have their default values.');
  for (const setting of shown) {
    const value = JSON.stringify(maskedValue(setting, config.get()));
    const source = settingSource(setting, config);
    console.log(`${setting.name} = ${value}${source === 'default' ? '' : `  (${source})`}`);
  }
}

async function set(name: string, text: string): Promise<void> {
  const setting = settingOf(name);
  const value = parseVariable(text, setting.schema);
  if (value === undefined) throw new CommandError(badValue(setting, text, CALLER).line);
  const settings = setting.local
    ? await setInFile(setting, value)
    : await withConfig(async (config, audit) => {
        await audit(await config.patch(nestSettings([[name, value]])), 'patchbay config set');
        return config.get();
      });
  const now = JSON.stringify(maskedValue(setting, settings));
  const restart = setting.schema.restart ? ' It takes effect when the server starts.' : '';
  console.log(`${name} is ${now}.${restart}`);
}

/** Changes a setting that is stored in the file, not in the database. */
async function setInFile(setting: Setting, value: unknown): Promise<Settings> {
  const {name} = setting;
  const problems: Parameters<typeof checkValue>[3] = [];
  const checked = checkValue(setting, value, CALLER, problems);
  if (problems.length > 0) throw new CommandError(problems[0]!.line);
  const local = await loadLocal();
  const pin = local.pins().get(name);
  if (pin?.source === 'environment' && !isSameValue(pin.value, checked)) {
    throw new CommandError(
      `${name} is set by the environment variable ${pin.place}. Change it there and restart the server.`,
    );
  }
  await local.writeFile(
    new Map([[name, isSameValue(checked, setting.schema.default) ? undefined : checked]]),
  );
  await local.reload();
  return local.get();
}

/** Changes the settings in the database, and prints what changed. */
async function change(action: string, work: (config: Config) => Promise<string[]>): Promise<void> {
  await withConfig(async (config, audit) => {
    const before = config.get();
    const names = await work(config);
    await audit(names, action);
    if (names.length === 0) return console.log('Nothing changed.');
    for (const name of names) {
      const setting = settingByName.get(name)!;
      const [old, now] = [before, config.get()].map((it) => JSON.stringify(maskedValue(setting, it)));
      const restart = setting.schema.restart ? '  (takes effect when the server starts)' : '';
      console.log(`${name}: ${old} → ${now}${restart}`);
    }
  });
}

async function history({limit, json}: {limit: string; json?: boolean}): Promise<void> {
  const count = wholeNumber(limit, '--limit');
  await withConfig(async (config) => {
    for (const version of await config.history({offset: 0, limit: count})) {
      console.log(json ? JSON.stringify(presentVersion(version)) : describe(version));
    }
  });
}

function describe({version, createAt, userId, origin, restoredVersion, changes}: SettingsVersion): string {
  const by = {
    initial: 'first start',
    file: 'moved from config.json',
    backup: 'restored from a backup',
    change: userId === '' ? 'command line' : `user ${userId}`,
    restore: `${userId === '' ? 'command line' : `user ${userId}`}, restored version ${restoredVersion}`,
  }[origin];
  const lines = changes.map(
    ({name, before, after}) => `  ${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  );
  return [`${version}  ${new Date(createAt).toISOString()}  ${by}`, ...lines].join('\n');
}

/** Runs `work` with the settings in the database. `audit` records what it changed. */
async function withConfig<Result>(
  work: (
    config: Config,
    audit: (names: readonly string[], action: string) => Promise<void>,
  ) => Promise<Result>,
): Promise<Result> {
  const {withPlatform} = await import('./platform.ts');
  const {createAudits} = await import('../messaging/audits/audits.ts');
  return withPlatform(async (platform) => {
    const audits = createAudits(platform);
    return work(platform.config, async (names, action) => {
      if (names.length > 0) await audits.record(undefined, action, names.join(' '), '');
    });
  });
}

const loadLocal = (): Promise<LocalSettings> =>
  loadLocalSettings({dataDirectory: dataDirectory(), env: process.env});

async function readAll(): Promise<ReadConfig> {
  const {readAllSettings} = await import('./platform.ts');
  return readAllSettings();
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(describeReadError(file, error as Error));
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // Only the position, because the rest of the parser's message could quote a secret.
    const [position] = /\(line \d+ column \d+\)/.exec((error as Error).message) ?? [];
    throw new CommandError(`${file} is not valid JSON${position ? ` ${position}` : ''}.`);
  }
}

function wholeNumber(text: string, name: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(`${name}: "${text}" is not a whole number, at least 1.`);
}

function settingOf(name: string): Setting {
  const setting = settingByName.get(name);
  if (!setting) {
    const nearest = nearestName(name, settingByName.keys(), '.');
    throw new CommandError(unknownSetting(name, CALLER, nearest).line);
  }
  return setting;
}

function maskedValue(setting: Setting, settings: Settings): unknown {
  const value = settingValue(settings, setting);
  return setting.schema.secret && isSet(value) ? MASK : value;
}

function settingSource(setting: Setting, config: ReadConfig): string {
  const {name} = setting;
  const pin = config.pins().get(name);
  if (pin?.source === 'environment') return pin.place;
  if (isSameValue(settingValue(config.get(), setting), setting.schema.default)) return 'default';
  return pin ? 'config.json' : 'database';
}
