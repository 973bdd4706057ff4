import {join, resolve} from 'node:path';
import type {Pin, ReadConfig} from './config.ts';
import type {Problem} from './config-error.ts';
import {ConfigError} from './config-error.ts';
import {readEnvironment} from './environment.ts';
import {findRuleViolations} from './rules.ts';
import {settingByName} from './setting-list.ts';
import type {SettingValues} from './setting-values.ts';
import {isSameValue, mergeSettings} from './setting-values.ts';
import type {Settings} from './settings.ts';
import {readSettingsFile, SETTINGS_FILE, writeSettingsFile} from './settings-file.ts';

/** The settings that one server has without the database: the defaults, `config.json` and the environment. */
export interface LocalSettings {
  /** Absolute path of the data directory. */
  readonly dataDirectory: string;
  /** Absolute path of `config.json`, which may not exist. */
  readonly file: string;
  /** The values without those in the database, deeply frozen. */
  get(): Settings;
  /** The settings that override the database, by full name. */
  pins(): ReadonlyMap<string, Pin>;
  /**
   * Reads the file again.
   *
   * @throws ConfigError if it is not valid; the previous values stay in effect
   */
  reload(): Promise<void>;
  /**
   * Changes the file: sets these values, and removes those that are undefined. Other servers and the running one don't
   * notice until they read it again.
   *
   * @throws ConfigError if the file is not valid, or would not be; the file system's error if it can't be written
   */
  writeFile(changes: ReadonlyMap<string, unknown>): Promise<void>;
}

/**
 * Loads the settings of this server: the environment (`PATCHBAY_<SECTION>_<SETTING>`) overrides `config.json` in the data
 * directory, which overrides the defaults.
 *
 * @throws ConfigError with every unknown setting and every value that isn't allowed
 */
export async function loadLocalSettings(options: {
  dataDirectory: string;
  env: NodeJS.ProcessEnv;
}): Promise<LocalSettings> {
  const dataDirectory = resolve(options.dataDirectory);
  const file = join(dataDirectory, SETTINGS_FILE);

  const problems: Problem[] = [];
  const environment = readEnvironment(options.env, problems);
  let pins = await readPins(environment, file, problems);
  let current = valuesOf(pins);

  return {
    dataDirectory,
    file,
    get: () => current,
    pins: () => pins,
    async reload() {
      const next = await readPins(environment, file, []);
      if (isSameValue(next, pins)) return;
      pins = next;
      current = valuesOf(pins);
    },
    async writeFile(changes) {
      const fileProblems: Problem[] = [];
      const values = await readSettingsFile(file, fileProblems);
      if (fileProblems.length > 0) throw new ConfigError(fileProblems);
      for (const [name, value] of changes) {
        if (value === undefined) values.delete(name);
        else values.set(name, value);
      }
      pinsOf(values, environment, file);
      await writeSettingsFile(file, values);
    },
  };
}

/** @throws ConfigError with all of `problems`, and those of the file */
async function readPins(
  environment: SettingValues,
  file: string,
  problems: Problem[],
): Promise<Map<string, Pin>> {
  const values = await readSettingsFile(file, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return pinsOf(values, environment, file);
}

/** @throws ConfigError if values are not allowed together */
function pinsOf(inFile: SettingValues, environment: SettingValues, file: string): Map<string, Pin> {
  const pins = new Map<string, Pin>();
  for (const [name, value] of inFile) pins.set(name, {value, source: 'file', place: file});
  for (const [name, value] of environment) {
    pins.set(name, {value, source: 'environment', place: settingByName.get(name)!.environmentName});
  }
  // Rules about other settings are checked when those in the database are known.
  const problems = findRuleViolations(
    valuesOf(pins),
    (name) => pins.get(name)?.place ?? 'default',
    Date.now(),
  ).filter(({name}) => pins.has(name) || settingByName.get(name)!.local);
  if (problems.length > 0) throw new ConfigError(problems);
  return pins;
}

function valuesOf(pins: ReadonlyMap<string, Pin>): Settings {
  return mergeSettings(pinnedValues(pins));
}

/** The values of the pinned settings. */
export function pinnedValues(pins: ReadonlyMap<string, Pin>): SettingValues {
  return new Map([...pins].map(([name, {value}]) => [name, value]));
}

/** The settings of a server that has no database yet. */
export function withoutDatabase(local: LocalSettings): ReadConfig {
  return withStored(local, new Map());
}

/** The settings of a server whose database has these values. */
export function withStored(local: LocalSettings, values: SettingValues): ReadConfig {
  const settings = mergeSettings(values, pinnedValues(local.pins()));
  return {
    get: () => settings,
    dataDirectory: local.dataDirectory,
    pins: () => local.pins(),
    storedValues: () => values,
  };
}
