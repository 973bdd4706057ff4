import {createHash} from 'node:crypto';
import {join, resolve} from 'node:path';
import {AppError} from '../errors/app-error.ts';
import type {Problem} from './config-error.ts';
import {ConfigError} from './config-error.ts';
import {readEnvironment} from './environment.ts';
import {findRuleViolations} from './rules.ts';
import {settingByName, settingList} from './setting-list.ts';
import type {SettingValues} from './setting-values.ts';
import {
  isSameValue,
  MASK,
  maskSettings,
  mergeSettings,
  nestSettings,
  readSettings,
} from './setting-values.ts';
import type {Settings} from './settings.ts';
import {readStoredSettings, writeStoredSettings} from './stored-settings.ts';

/** The settings of a running program. */
export interface Config {
  /** The current values, deeply frozen. It's cheap: call it again rather than keep the result. */
  get(): Settings;
  /**
   * Changes the settings in `partial` and stores them. A mask in place of a secret leaves it unchanged. Resolves to the
   * new values once they are stored and in effect.
   *
   * @throws AppError 400 for an unknown setting, a value that isn't allowed, or a setting that comes from the
   *   environment; 409 if someone made `config.json` invalid in the meantime; 500 if it cannot be written. Nothing
   *   changes in these cases.
   */
  patch(partial: unknown): Promise<Settings>;
  /** Like {@link Config.patch}, and resets every setting that `full` leaves out. */
  replace(full: unknown): Promise<Settings>;
  /** The current values with `********************************` in place of each secret that is set. */
  masked(): unknown;
  /** `true` for each setting that the environment sets, by section and name. */
  environmentOverrides(): unknown;
  /** Calls `listener`, which must not throw, after each change. Returns a function that unsubscribes. */
  onChange(listener: (now: Settings, before: Settings) => void): () => void;
  /** Absolute path of the data directory. */
  readonly dataDirectory: string;
  /** 32 hexadecimal digits that change with every setting, except when one secret replaces another. */
  hash(): string;
}

/** The file in the data directory that holds the settings that differ from their defaults. */
export const CONFIG_FILE = 'config.json';

/**
 * Loads the settings: the environment (`PATCHBAY_<SECTION>_<SETTING>`) overrides `config.json` in the data directory,
 * which overrides the defaults.
 *
 * @throws ConfigError with every unknown setting and every value that isn't allowed
 */
export async function loadConfig(options: {dataDirectory: string; env: NodeJS.ProcessEnv}): Promise<Config> {
  const dataDirectory = resolve(options.dataDirectory);
  const file = join(dataDirectory, CONFIG_FILE);
  const listeners = new Set<(now: Settings, before: Settings) => void>();

  const problems: Problem[] = [];
  const environment = readEnvironment(options.env, problems);
  const stored = await readStoredSettings(file, problems);
  let current = mergeSettings(stored, environment);
  if (problems.length === 0)
    problems.push(...findRuleViolations(current, (name) => sourceOf(name, stored), Date.now()));
  if (problems.length > 0) throw new ConfigError(problems);
  let currentHash = hashOf(current);

  /** Where the current value of a setting comes from, for messages. */
  function sourceOf(name: string, inFile: SettingValues): string {
    if (environment.has(name)) return settingByName.get(name)!.environmentName;
    return inFile.has(name) ? file : 'default';
  }

  async function change(input: unknown, startFrom: 'stored' | 'defaults'): Promise<Settings> {
    // Read the file again, so that a change by another program is not lost.
    const fileProblems: Problem[] = [];
    const before = await readStoredSettings(file, fileProblems);
    if (fileProblems.length > 0) throw fileIsInvalid(fileProblems);

    const requestProblems: Problem[] = [];
    const given = readSettings(input, 'request', requestProblems, {masks: true});
    if (requestProblems.length > 0) throw refused(requestProblems);

    const next: SettingValues = new Map(before);
    if (startFrom === 'defaults') {
      for (const name of before.keys()) if (!given.has(name) && !environment.has(name)) next.delete(name);
    }
    const fixed: string[] = [];
    for (const [name, value] of given) {
      const {schema} = settingByName.get(name)!;
      if (schema.secret && value === MASK) continue;
      if (environment.has(name)) {
        if (!isSameValue(value, environment.get(name))) fixed.push(name);
      } else if (isSameValue(value, schema.default)) {
        next.delete(name);
      } else {
        next.set(name, value);
      }
    }
    if (fixed.length > 0) throw setByEnvironment(fixed);
    const settings = mergeSettings(next, environment);
    const broken = findRuleViolations(
      settings,
      (name) => (given.has(name) ? 'request' : sourceOf(name, next)),
      Date.now(),
    );
    if (broken.length > 0) throw refused(broken);

    if (!isSameValue(nestSettings(next), nestSettings(before))) {
      await writeStoredSettings(file, inOrder(next)).catch((cause) => {
        throw notSaved(file, cause);
      });
    }
    if (!isSameValue(settings, current)) {
      const previous = current;
      current = settings;
      currentHash = hashOf(settings);
      for (const listener of listeners) listener(settings, previous);
    }
    return current;
  }

  let lastChange: Promise<unknown> = Promise.resolve();
  /** Changes run one after the other, because each one reads the file that the previous one wrote. */
  function changeInTurn(input: unknown, startFrom: 'stored' | 'defaults'): Promise<Settings> {
    const turn = lastChange.then(() => change(input, startFrom));
    lastChange = turn.catch(() => {});
    return turn;
  }

  return {
    get: () => current,
    patch: (partial) => changeInTurn(partial, 'stored'),
    replace: (full) => changeInTurn(full, 'defaults'),
    masked: () => maskSettings(current),
    environmentOverrides: () => nestSettings([...environment.keys()].map((name) => [name, true] as const)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dataDirectory,
    hash: () => currentHash,
  };
}

/** The values in the order of the schema, so that the file is easy to read. */
function inOrder(values: SettingValues): SettingValues {
  return new Map(settingList.filter(({name}) => values.has(name)).map(({name}) => [name, values.get(name)]));
}

/** The hash is public, so it's computed without secrets. */
function hashOf(settings: Settings): string {
  return createHash('sha256')
    .update(JSON.stringify(maskSettings(settings)))
    .digest('hex')
    .slice(0, 32);
}

function lines(problems: readonly Problem[]): string {
  return problems.map(({line}) => line).join('\n');
}

function refused(problems: readonly Problem[]): AppError {
  const [first] = problems;
  return new AppError({id: first!.errorId, message: lines(problems), status: 400, path: first!.name});
}

function setByEnvironment(names: readonly string[]): AppError {
  const message = names
    .map((name) => {
      const {environmentName} = settingByName.get(name)!;
      return `${name} is set by the environment variable ${environmentName}. Change it there and restart the server.`;
    })
    .join('\n');
  return new AppError({
    id: 'api.config.update.set_by_environment.app_error',
    message,
    status: 400,
    path: names[0],
  });
}

function fileIsInvalid(problems: readonly Problem[]): AppError {
  return new AppError({
    id: 'api.config.update.file_is_invalid.app_error',
    message: `Nothing was changed, because the stored settings are no longer valid. Fix them first.\n${lines(problems)}`,
    status: 409,
  });
}

function notSaved(file: string, cause: unknown): AppError {
  return new AppError({
    id: 'api.config.update.not_saved.app_error',
    message: `Nothing was changed, because the settings could not be written to ${file}.`,
    status: 500,
    detail: String(cause),
    cause,
  });
}
