import type {Config, Origin, SettingChange} from '../config/config.ts';
import type {Problem} from '../config/config-error.ts';
import {localOnly, unknownSetting, unreadableSettings} from '../config/problems.ts';
import {findRuleViolations} from '../config/rules.ts';
import {isRetired, isSet, type Setting, settingByName, settingList} from '../config/setting-list.ts';
import {
  checkValue,
  inOrder,
  isSameValue,
  MASK,
  mergeSettings,
  type SettingValues,
} from '../config/setting-values.ts';
import type {Database} from '../database/database.ts';
import type {Queryable, Transaction} from '../database/queryable.ts';
import {isJsonObject} from '../formats/json.ts';
import type {ColumnSealing, Sealing} from '../secrets/sealing.ts';
import {
  type ContentRow,
  insertVersion,
  lockConfigurations,
  selectActiveVersion,
  selectLatest,
} from './store.ts';

/** The content of one version of the settings in the database. */
export interface StoredSettings {
  /** 0 if nothing has been stored yet. */
  version: number;
  /** As stored, by full name. Includes settings that this version of Patchbay doesn't have, because a newer one may. */
  settings: Map<string, unknown>;
  secrets: Map<string, unknown>;
  /** The usable values: the valid ones, and earlier values in place of those that are not valid. */
  values: SettingValues;
  /** The stored values that can't be used. */
  problems: Problem[];
}

const NOTHING: StoredSettings = {
  version: 0,
  settings: new Map(),
  secrets: new Map(),
  values: new Map(),
  problems: [],
};

/** The sealing of secrets among the stored settings. */
function sealingOf(sealing: Sealing): ColumnSealing {
  return sealing.column('Configurations', 'Secrets');
}

/**
 * Reads the active version. A value that is not valid, such as one that was written with SQL, is a problem but not an
 * error: the value of the version before it is used, or else the default.
 *
 * @param pinned the settings that override the database
 */
export async function readStoredSettings(
  db: Queryable,
  sealing: Sealing,
  pinned: SettingValues,
): Promise<StoredSettings> {
  const [latest, before] = await selectLatest(db);
  if (!latest) return NOTHING;
  const previous = before ? readContent(before, sealing) : NOTHING;
  const stored = readContent(latest, sealing, previous);
  const source = sourceOf(latest);
  for (const problem of violations(stored.values, pinned, () => source)) {
    const {name} = problem;
    if (!stored.values.has(name) || pinned.has(name)) continue;
    stored.problems.push(problem);
    if (previous.values.has(name)) stored.values.set(name, previous.values.get(name));
    else stored.values.delete(name);
  }
  return stored;
}

/** The broken rules of stored settings that others override. `describeSource` returns where a value comes from. */
export function violations(
  stored: SettingValues,
  pinned: SettingValues,
  describeSource: (name: string) => string,
): Problem[] {
  return findRuleViolations(mergeSettings(stored, pinned), describeSource, Date.now());
}

function sourceOf({version}: Pick<ContentRow, 'version'>): string {
  return `database, version ${version}`;
}

/** Checks one version. Values that are not valid are replaced by those of `previous`. */
export function readContent(
  row: ContentRow,
  sealing: Sealing,
  previous: StoredSettings = NOTHING,
): StoredSettings {
  const source = sourceOf(row);
  const problems: Problem[] = [];
  const settings = readSettingsColumn(row, source, problems) ?? previous.settings;
  const secrets = readSecretsColumn(row, sealing, source, problems) ?? previous.secrets;
  const values: SettingValues = new Map();
  for (const [name, value] of [...settings, ...secrets]) {
    const setting = settingByName.get(name);
    if (!setting) {
      if (!isRetired(name)) problems.push(unknownSetting(name, source, undefined));
    } else if (setting.local) {
      problems.push(localOnly(setting, source));
    } else {
      const checked = checkValue(setting, value, source, problems) ?? previous.values.get(name);
      if (checked !== undefined) values.set(name, checked);
    }
  }
  return {version: row.version, settings, secrets, values, problems};
}

const SETTINGS_COLUMN = 'Configurations.Settings';
const SECRETS_COLUMN = 'Configurations.Secrets';

function readSettingsColumn(
  {settings}: ContentRow,
  source: string,
  problems: Problem[],
): Map<string, unknown> | undefined {
  if (isJsonObject(settings)) return new Map(Object.entries(settings));
  problems.push(unreadableSettings(SETTINGS_COLUMN, source, 'must be a JSON object of settings.'));
  return undefined;
}

function readSecretsColumn(
  {version, secrets}: ContentRow,
  sealing: Sealing,
  source: string,
  problems: Problem[],
): Map<string, unknown> | undefined {
  if (secrets === '') return new Map();
  try {
    const opened: unknown = JSON.parse(sealingOf(sealing).open(String(version), secrets));
    if (isJsonObject(opened)) return new Map(Object.entries(opened));
    problems.push(unreadableSettings(SECRETS_COLUMN, source, 'must be a JSON object of settings.'));
  } catch (error) {
    // The parser's message would quote the secret.
    const why = error instanceof SyntaxError ? 'is not valid JSON.' : (error as Error).message;
    problems.push(unreadableSettings(SECRETS_COLUMN, source, why));
  }
  return undefined;
}

/** Whether the secrets of a version could not be opened, so that it is unknown which of them are set. */
export function secretsAreUnreadable({problems}: StoredSettings): boolean {
  return problems.some(({name}) => name === SECRETS_COLUMN);
}

/** Settings to store as the next version. */
export interface Draft {
  readonly settings: ReadonlyMap<string, unknown>;
  readonly secrets: ReadonlyMap<string, unknown>;
  /** Sets a value; one that equals the default is not stored. */
  set(setting: Setting, value: unknown): void;
  /** Removes a value, so that the default applies. */
  reset(name: string): void;
}

/**
 * A draft with the usable values, and with settings that this version of Patchbay doesn't have. The next version
 * doesn't contain invalid values.
 */
export function draftOf(stored: StoredSettings): Draft {
  const isUnknown = ([name]: readonly [string, unknown]) => !settingByName.has(name) && !isRetired(name);
  const settings = new Map([...stored.settings].filter(isUnknown));
  const secrets = new Map([...stored.secrets].filter(isUnknown));
  const draft: Draft = {
    settings,
    secrets,
    set({name, schema}, value) {
      draft.reset(name);
      if (!isSameValue(value, schema.default)) (schema.secret ? secrets : settings).set(name, value);
    },
    reset(name) {
      settings.delete(name);
      secrets.delete(name);
    },
  };
  for (const [name, value] of stored.values) draft.set(settingByName.get(name)!, value);
  return draft;
}

/** Whether two drafts have the same content. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return isSameValue(one.settings, other.settings) && isSameValue(one.secrets, other.secrets);
}

/** A version to store. */
export interface NewVersion {
  draft: Draft;
  latest: StoredSettings;
  userId: string;
  origin: Origin;
  restoredVersion: number;
}

/** Stores a draft as the version after `latest`. The caller has locked the table. */
export async function storeVersion(
  tx: Transaction,
  sealing: Sealing,
  {draft, latest, userId, origin, restoredVersion}: NewVersion,
): Promise<{stored: StoredSettings; changes: SettingChange[]}> {
  const version = latest.version + 1;
  const settings = Object.fromEntries(sorted(draft.settings));
  const secrets = draft.secrets.size === 0 ? '' : JSON.stringify(Object.fromEntries(sorted(draft.secrets)));
  const row = {version, settings, secrets: sealingOf(sealing).seal(String(version), secrets)};
  const stored = readContent(row, sealing);
  const changes = changesBetween(latest.values, stored.values);
  await insertVersion(tx, {
    ...row,
    createat: Date.now(),
    userid: userId,
    origin,
    restoredversion: restoredVersion,
    changes,
  });
  return {stored, changes};
}

/** Known settings in the order of the schema, then the others. */
function sorted(values: ReadonlyMap<string, unknown>): Map<string, unknown> {
  return new Map([...inOrder(values), ...values]);
}

function changesBetween(before: SettingValues, after: SettingValues): SettingChange[] {
  return settingList.flatMap(({name, schema}) => {
    const [old, now] = [before, after].map((it) => (it.has(name) ? it.get(name) : schema.default));
    if (isSameValue(old, now)) return [];
    const shown = (value: unknown) => (schema.secret && isSet(value) ? MASK : value);
    return [{name, before: shown(old), after: shown(now)}];
  });
}

/** Reads the list of changes of a version. Secrets are masked again, in case a setting has become one since. */
export function readChanges(changes: unknown): SettingChange[] {
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change: unknown) => {
    if (!isJsonObject(change) || typeof change.name !== 'string') return [];
    const secret = settingByName.get(change.name)?.schema.secret ?? false;
    const shown = (value: unknown) => (secret && isSet(value) ? MASK : (value ?? null));
    return [{name: change.name, before: shown(change.before), after: shown(change.after)}];
  });
}

/**
 * Runs a transaction with the settings that apply when it commits: until then, no server can change them. Changes by
 * other servers are read first.
 */
export async function withCurrentSettings<T>(
  {database, config}: {database: Database; config: Config},
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (;;) {
    const done = await database.transaction(async (tx) => {
      await lockConfigurations(tx);
      if ((await selectActiveVersion(tx)) !== config.version()) return undefined;
      return {result: await work(tx)};
    });
    if (done) return done.result;
    await config.refresh();
  }
}

/** Stores a version without these settings, for a database that was just restored. */
export async function removeStoredSettings(
  database: Database,
  sealing: Sealing,
  names: readonly string[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockConfigurations(tx);
    const latest = await readStoredSettings(tx, sealing, new Map());
    const draft = draftOf(latest);
    for (const name of names) draft.reset(name);
    await storeVersion(tx, sealing, {draft, latest, userId: '', origin: 'backup', restoredVersion: 0});
  });
}
