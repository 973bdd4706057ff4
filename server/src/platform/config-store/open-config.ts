import {createHash} from 'node:crypto';
import type {Config, ReadConfig} from '../config/config.ts';
import type {Problem} from '../config/config-error.ts';
import {ConfigError} from '../config/config-error.ts';
import {type LocalSettings, pinnedValues, withoutDatabase, withStored} from '../config/local-settings.ts';
import {CALLER} from '../config/problems.ts';
import {type Setting, settingByName, settingList} from '../config/setting-list.ts';
import {
  isMask,
  isSameValue,
  maskSettings,
  mergeSettings,
  readSettings,
  settingValue,
} from '../config/setting-values.ts';
import type {Settings} from '../config/settings.ts';
import type {Database} from '../database/database.ts';
import type {Transaction} from '../database/queryable.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {Sealing} from '../secrets/sealing.ts';
import {fileIsInvalid, invalidValues, setElsewhere, versionNotFound} from './change-errors.ts';
import {moveSettingsFile} from './move-settings-file.ts';
import {hasConfigurations, lockConfigurations, selectContent, selectVersions} from './store.ts';
import {
  type Draft,
  draftOf,
  isSameDraft,
  type NewVersion,
  readChanges,
  readContent,
  readStoredSettings,
  type StoredSettings,
  secretsAreUnreadable,
  storeVersion,
  violations,
} from './stored-settings.ts';

/**
 * Edits a draft that starts with the latest version, whose values are `latest`. Returns where it took a setting's value
 * from, for messages; undefined for those that it didn't touch.
 */
type Edit = (
  draft: Draft,
  latest: ReadonlyMap<string, unknown>,
  tx: Transaction,
) => Promise<(name: string) => string | undefined>;

interface ConfigParts {
  local: LocalSettings;
  /** Migrated. */
  database: Database;
  /** Its keys open the secrets in the database. */
  sealing: Sealing;
  log: OperatorLog;
}

/**
 * Reads the settings in the database, which override the defaults, and which `config.json` and the environment override.
 * The first call on a database that has been used without settings moves those of `config.json` there. Settings in the
 * database that are not valid are logged, and earlier values or defaults take their place.
 *
 * @throws ConfigError if `config.json` and the environment set values that aren't allowed together
 */
export async function openConfig({local, database, sealing, log}: ConfigParts): Promise<Config> {
  const listeners = new Set<(now: Settings, before: Settings) => void>();
  const pinned = () => pinnedValues(local.pins());
  await moveSettingsFile({local, database, sealing, log});

  let stored = await readStoredSettings(database, sealing, pinned());
  let current = mergeSettings(stored.values, pinned());
  let currentHash = hashOf(current);
  const alreadyBroken = new Set(violations(new Map(), pinned(), describeSource).map(({name}) => name));
  const broken = violations(stored.values, pinned(), describeSource);
  const fatal = broken.filter(({name}) => alreadyBroken.has(name));
  if (fatal.length > 0) throw new ConfigError(fatal);
  let problems = [...stored.problems, ...broken];
  reportProblems();

  /** Where the current value of a setting comes from, for messages. */
  function describeSource(name: string): string {
    const pin = local.pins().get(name);
    if (pin) return pin.place;
    return stored.values.has(name) ? `database, version ${stored.version}` : 'default';
  }

  function reportProblems(): void {
    if (problems.length === 0) return;
    log.warn(
      {version: stored.version, problems: problems.map(({line}) => line)},
      'Some settings in the database are not valid; earlier values or defaults are in effect',
    );
  }

  function apply(next: StoredSettings): void {
    const [previous, previousProblems] = [current, problems];
    stored = next;
    problems = [...stored.problems, ...violations(stored.values, pinned(), describeSource)];
    if (!isSameValue(problems, previousProblems)) reportProblems();
    const settings = mergeSettings(stored.values, pinned());
    if (isSameValue(settings, previous)) return;
    current = settings;
    currentHash = hashOf(current);
    for (const listener of listeners) listener(current, previous);
  }

  /** Stores what `edit` changes in the draft. The database keeps other changes waiting until this one is stored. */
  async function change(edit: Edit, facts: Omit<NewVersion, 'draft' | 'latest'>): Promise<string[]> {
    const {next, changes} = await database.transaction(async (tx) => {
      await lockConfigurations(tx);
      const latest = await readStoredSettings(tx, sealing, pinned());
      const draft = draftOf(latest);
      const sourceOf = await edit(draft, latest.values, tx);
      const broken = violations(
        new Map([...draft.settings, ...draft.secrets]),
        pinned(),
        (name) => sourceOf(name) ?? describeSource(name),
      );
      if (broken.length > 0) throw invalidValues(broken);
      if (isSameDraft(draft, draftOf(latest))) return {next: latest, changes: []};
      const {stored, changes} = await storeVersion(tx, sealing, {draft, latest, ...facts});
      return {next: stored, changes};
    });
    apply(next);
    return changes.map(({name}) => name);
  }

  async function changeSettings(
    input: unknown,
    userId: string,
    startFrom: 'stored' | 'defaults',
  ): Promise<string[]> {
    const requestProblems: Problem[] = [];
    const newValues = readSettings(input, CALLER, requestProblems, {masks: true});
    if (requestProblems.length > 0) throw invalidValues(requestProblems);
    const edit: Edit = async (draft, latest) => {
      const pins = local.pins();
      const changeable = new Map<Setting, unknown>();
      const fixed: Setting[] = [];
      for (const [name, value] of newValues) {
        const setting = settingByName.get(name)!;
        if (setting.schema.secret && isMask(value)) continue;
        if (!pins.has(name) && !setting.local) changeable.set(setting, value);
        else if (!isSameValue(value, settingValue(current, setting))) fixed.push(setting);
      }
      if (fixed.length > 0) throw setElsewhere(fixed, local);
      if (startFrom === 'defaults') {
        for (const name of latest.keys()) if (!newValues.has(name) && !pins.has(name)) draft.reset(name);
      }
      for (const [setting, value] of changeable) draft.set(setting, value);
      return (name) => (newValues.has(name) ? CALLER : undefined);
    };
    return change(edit, {userId, origin: 'change', restoredVersion: 0});
  }

  function restoreVersion(version: number, userId: string): Promise<string[]> {
    const edit: Edit = async (draft, latest, tx) => {
      const row = await selectContent(tx, version);
      if (!row) throw versionNotFound(version);
      const {values, problems} = readContent(row, sealing);
      const invalid = problems.filter(({name}) => settingByName.has(name));
      if (invalid.length > 0) throw invalidValues(invalid);
      const pins = local.pins();
      for (const name of latest.keys()) if (!pins.has(name)) draft.reset(name);
      for (const [name, value] of values) {
        if (!pins.has(name)) draft.set(settingByName.get(name)!, value);
      }
      return (name) => (values.has(name) && !pins.has(name) ? `database, version ${version}` : undefined);
    };
    return change(edit, {userId, origin: 'restore', restoredVersion: version});
  }

  let lastWork: Promise<unknown> = Promise.resolve();
  /** Changes and reloads run one after the other, so that the newest version is in effect at the end. */
  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = lastWork.then(work);
    lastWork = turn.catch(() => {});
    return turn;
  }

  return {
    get: () => current,
    patch: (partial, userId = '') => inOrder(() => changeSettings(partial, userId, 'stored')),
    replace: (full, userId = '') => inOrder(() => changeSettings(full, userId, 'defaults')),
    restore: (version, userId = '') => inOrder(() => restoreVersion(version, userId)),
    reload: () =>
      inOrder(async () => {
        const before = current;
        await local.reload().catch((error) => {
          throw error instanceof ConfigError ? fileIsInvalid(error.problems) : error;
        });
        apply(await readStoredSettings(database, sealing, pinned()));
        return changedNames(before, current);
      }),
    refresh: () => inOrder(async () => apply(await readStoredSettings(database, sealing, pinned()))),
    async history(page) {
      const rows = await selectVersions(database, page);
      return rows.map(({version, createat, userid, origin, restoredversion, changes}) => ({
        version,
        createAt: createat,
        userId: userid,
        origin,
        restoredVersion: restoredversion,
        changes: readChanges(changes),
      }));
    },
    version: () => stored.version,
    pins: () => local.pins(),
    storedValues: () => stored.values,
    problems: () => problems.map(({line}) => line),
    masked: () => maskSettings(current),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dataDirectory: local.dataDirectory,
    hash: () => currentHash,
  };
}

/**
 * Reads the settings as {@link openConfig} does, without changing anything. The database may be of an earlier version.
 *
 * @throws ConfigError if the secrets in the database cannot be opened
 */
export async function readConfig({local, database, sealing}: Omit<ConfigParts, 'log'>): Promise<ReadConfig> {
  if (!(await hasConfigurations(database))) return withoutDatabase(local);
  const pinned = pinnedValues(local.pins());
  const stored = await readStoredSettings(database, sealing, pinned);
  if (secretsAreUnreadable(stored)) throw new ConfigError(stored.problems);
  return withStored(local, stored.values);
}

/** The hash is public, so it's computed without secrets. */
function hashOf(settings: Settings): string {
  const shared = new Map(
    settingList.filter(({local}) => !local).map((it) => [it.name, settingValue(settings, it)] as const),
  );
  return createHash('sha256')
    .update(JSON.stringify(maskSettings(mergeSettings(shared))))
    .digest('hex')
    .slice(0, 32);
}

/** The names of the settings that differ. */
function changedNames(before: Settings, now: Settings): string[] {
  return settingList
    .filter((setting) => !isSameValue(settingValue(before, setting), settingValue(now, setting)))
    .map(({name}) => name);
}
