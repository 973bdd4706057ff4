import type {Settings} from './settings.ts';

/** A setting that this server's environment or `config.json` sets, so it overrides the database. */
export interface Pin {
  value: unknown;
  source: 'environment' | 'file';
  /** The environment variable, or the path of the file. */
  place: string;
}

/** How a version of the settings in the database was created. */
export type Origin = 'initial' | 'file' | 'change' | 'restore' | 'backup';

/** The change of one setting. Secrets that are set are masked. */
export interface SettingChange {
  /** Section and name. */
  name: string;
  before: unknown;
  after: unknown;
}

/** One change of the settings in the database. */
export interface SettingsVersion {
  version: number;
  /** In milliseconds. */
  createAt: number;
  /** Empty for the command line and the server itself. */
  userId: string;
  origin: Origin;
  /** The version that was restored; 0 if this wasn't a restore. */
  restoredVersion: number;
  changes: SettingChange[];
}

/** A version as the API and `patchbay config history --json` show it. */
export function presentVersion({
  version,
  createAt,
  userId,
  origin,
  restoredVersion,
  changes,
}: SettingsVersion) {
  return {
    version,
    create_at: createAt,
    user_id: userId,
    origin,
    restored_version: restoredVersion,
    changes,
  };
}

/** The settings of a running program (docs/configuration.md). */
export interface Config {
  /** The current values, deeply frozen. It's cheap: call it again rather than keep the result. */
  get(): Settings;
  /**
   * Changes the settings in `partial` and stores them. A mask in place of a secret leaves it unchanged. Resolves to the
   * names of the settings that this changed in the database, once they are stored and in effect here.
   *
   * @param userId the user who makes the change; empty for the command line
   * @throws AppError 400 for an unknown setting, a value that isn't allowed, or a setting that comes from the
   * environment or `config.json`. Nothing changes in these cases.
   */
  patch(partial: unknown, userId?: string): Promise<string[]>;
  /** Like {@link Config.patch}, and resets every setting that `full` leaves out. */
  replace(full: unknown, userId?: string): Promise<string[]>;
  /**
   * Stores the settings of an earlier version as a new one, except those that come from the environment or
   * `config.json`. Resolves to the names of the changed settings.
   *
   * @throws AppError 404 if there is no such version; 400 if its settings are no longer allowed
   */
  restore(version: number, userId?: string): Promise<string[]>;
  /**
   * Reads the settings in the database and in `config.json` again. Resolves to the names of the settings that changed.
   *
   * @throws AppError 409 if `config.json` is not valid; nothing changes
   */
  reload(): Promise<string[]>;
  /** Reads the settings in the database again. */
  refresh(): Promise<void>;
  /** The changes of the settings in the database, newest first. The last thousand are kept. */
  history(page: {offset: number; limit: number}): Promise<SettingsVersion[]>;
  /** The number of the active version of the settings in the database. */
  version(): number;
  /** The settings that this server's environment or `config.json` sets, by full name. */
  pins(): ReadonlyMap<string, Pin>;
  /** The values in the database, by full name, without those that equal the default. */
  storedValues(): ReadonlyMap<string, unknown>;
  /** The problems of the settings in the database, one line each. Earlier values or defaults are in effect. */
  problems(): readonly string[];
  /** The current values with `********************************` in place of each secret that is set. */
  masked(): unknown;
  /** Calls `listener`, which must not throw, after each change. Returns a function that unsubscribes. */
  onChange(listener: (now: Settings, before: Settings) => void): () => void;
  /** Absolute path of the data directory. */
  readonly dataDirectory: string;
  /**
   * 32 hexadecimal digits that change with every setting, except when one secret replaces another. Settings that belong
   * to one server don't count, so servers with the same settings have the same hash.
   */
  hash(): string;
}

/** The settings without the means to change them. */
export type ReadConfig = Pick<Config, 'get' | 'dataDirectory' | 'pins' | 'storedValues'>;
