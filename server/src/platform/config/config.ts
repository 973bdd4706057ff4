import {createHash} from 'node:crypto';
import {join, resolve} from 'node:path';
import {AppError} from '../errors/app-error.ts';
import {readEnvironment} from './environment.ts';
import type {Problem} from './problems.ts';
import {ConfigError} from './problems.ts';
import {findRuleViolations} from './rules.ts';
import {settingByName, settingList} from './setting-list.ts';
import type {SettingValues} from './setting-values.ts';
import {MASK, maskSettings, mergeSettings, nested, readSettings, sameValue} from './setting-values.ts';
import type {Settings} from './settings.ts';
import {readStoredSettings, writeStoredSettings} from './stored-settings.ts';

/** The settings of a running program: what they are, and how they change. */
export interface Config {
  /** The current values, frozen through and through. Costs nothing: call it again rather than keep the result. */
  get(): Settings;
  /**
   * Changes the settings that `partial` names, and stores them. A mask in the place of a secret leaves it
   * unchanged. Resolves to the new values once they are on disk and in force.
   *
   * @throws AppError 400 for an unknown setting, a bad value, or a value that the environment sets otherwise;
   *   409 if `config.json` was made invalid by hand meanwhile; 500 if it cannot be written. Nothing changes then.
   */
  patch(partial: unknown): Promise<Settings>;
  /** Like {@link Config.patch}, and every setting that `full` does not name returns to its default. */
  replace(full: unknown): Promise<Settings>;
  /** The current values with `********************************` in the place of each secret that is set. */
  masked(): unknown;
  /** Sections and names as in the settings, with `true` at each value that the environment sets, and no others. */
  environmentOverrides(): unknown;
  /** Calls `listener`, which must not throw, after each change. Returns the function that ends this. */
  onChange(listener: (now: Settings, before: Settings) => void): () => void;
  /** Absolute path of the directory with everything that the server keeps. */
  readonly dataDirectory: string;
  /** 32 hexadecimal digits that change whenever a setting does, changes of one secret to another excepted. */
  hash(): string;
}

/** Name of the file in the data directory that holds the settings which differ from their defaults. */
export const CONFIG_FILE = 'config.json';

/**
 * Loads the settings: defaults, under those of `config.json` in the data directory, under those of the
 * environment (`PATCHBAY_<SECTION>_<SETTING>`).
 *
 * @throws ConfigError that names every unknown setting and every bad value.
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

  /** Where a value in force comes from, for messages. */
  function sourceOf(name: string, inFile: SettingValues): string {
    if (environment.has(name)) return settingByName.get(name)!.environmentName;
    return inFile.has(name) ? file : 'default';
  }

  async function change(input: unknown, startFrom: 'stored' | 'defaults'): Promise<Settings> {
    // The file is read anew, so that a change made meanwhile by another program is not lost.
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
        if (!sameValue(value, environment.get(name))) fixed.push(name);
      } else if (sameValue(value, schema.default)) {
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

    if (!sameValue(nested(next), nested(before))) {
      await writeStoredSettings(file, inOrder(next)).catch((cause) => {
        throw notSaved(file, cause);
      });
    }
    if (!sameValue(settings, current)) {
      const previous = current;
      current = settings;
      currentHash = hashOf(settings);
      for (const listener of listeners) listener(settings, previous);
    }
    return current;
  }

  let lastChange: Promise<unknown> = Promise.resolve();
  /** Changes happen one after the other: each reads the file that the one before has written. */
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
    environmentOverrides: () => nested([...environment.keys()].map((name) => [name, true] as const)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dataDirectory,
    hash: () => currentHash,
  };
}

/** The values in the order of the schema, so that the file reads well. */
function inOrder(values: SettingValues): SettingValues {
  return new Map(settingList.filter(({name}) => values.has(name)).map(({name}) => [name, values.get(name)]));
}

/** Anyone can see the hash: made without secrets, it helps no one to guess them. */
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
    message: `Nothing was changed, because the stored settings are no longer valid. Correct them first.\n${lines(problems)}`,
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
