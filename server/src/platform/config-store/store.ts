import type {Origin} from '../config/config.ts';
import type {Queryable, Transaction} from '../database/queryable.ts';
import type {JsonObject} from '../formats/json.ts';
import type {Sealed} from '../secrets/sealing.ts';

/** The description of a version. */
export interface VersionRow {
  version: number;
  createat: number;
  /** The user who made the change; empty for the command line and the server itself. */
  userid: string;
  origin: Origin;
  /** The version that was restored; 0 if this wasn't a restore. */
  restoredversion: number;
  /** `SettingChange[]`, unless someone wrote it with SQL. */
  changes: unknown;
}

/** The stored content of a version. SQL can write any JSON here. */
export interface ContentRow {
  version: number;
  settings: unknown;
  secrets: Sealed;
}

/** The channel for notifications of new versions. The payload is the number of the version. */
export const SETTINGS_CHANNEL = 'patchbay_settings';

/** Versions to keep. A version takes a few kilobytes, and programs could change settings every minute. */
const VERSIONS_KEPT = 1_000;

/** Whether the table exists. It doesn't before the migration that creates it. */
export async function hasConfigurations(db: Queryable): Promise<boolean> {
  const row = await db.row<{found: boolean}>({
    text: `select to_regclass('public.configurations') is not null as found`,
  });
  return row!.found;
}

/** The active version and the one before it. */
export function selectLatest(db: Queryable): Promise<ContentRow[]> {
  return db.rows<ContentRow>({
    name: 'latest-configurations',
    text: 'select Version, Settings, Secrets from Configurations order by Version desc limit 2',
  });
}

export function selectContent(db: Queryable, version: number): Promise<ContentRow | undefined> {
  return db.row<ContentRow>({
    text: 'select Version, Settings, Secrets from Configurations where Version = $1',
    values: [version],
  });
}

/** Newest first. */
export function selectVersions(
  db: Queryable,
  {offset, limit}: {offset: number; limit: number},
): Promise<VersionRow[]> {
  return db.rows<VersionRow>({
    text: `
      select Version, CreateAt, UserId, Origin, RestoredVersion, Changes from Configurations
      order by Version desc offset $1 limit $2`,
    values: [offset, limit],
  });
}

/** Prevents other changes until the end of the transaction. Reading remains possible. */
export async function lockConfigurations(tx: Transaction): Promise<void> {
  await tx.execute({text: 'lock table Configurations in share row exclusive mode'});
}

/** The number of the active version; 0 if there is none. */
export async function selectActiveVersion(db: Queryable): Promise<number> {
  const row = await db.row<{version: number}>({
    text: 'select coalesce(max(Version), 0) as version from Configurations',
  });
  return row!.version;
}

/** Stores a version, notifies the servers when the transaction commits, and deletes the oldest versions. */
export async function insertVersion(
  tx: Transaction,
  row: VersionRow & {settings: JsonObject; secrets: Sealed},
): Promise<void> {
  await tx.execute({
    text: `
      insert into Configurations (
        Version, CreateAt, UserId, Origin, RestoredVersion, Settings, Secrets, Changes
      ) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      row.version,
      row.createat,
      row.userid,
      row.origin,
      row.restoredversion,
      JSON.stringify(row.settings),
      row.secrets,
      JSON.stringify(row.changes),
    ],
  });
  await tx.execute({
    text: 'select pg_notify($1, $2)',
    values: [SETTINGS_CHANNEL, String(row.version)],
  });
  await tx.execute({
    text: 'delete from Configurations where Version <= $1',
    values: [row.version - VERSIONS_KEPT],
  });
}
