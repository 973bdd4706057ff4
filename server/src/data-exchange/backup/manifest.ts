import Type, {type Static} from 'typebox';
import {Check} from 'typebox/value';
import {SETTINGS_FILE} from '../../platform/config/settings-file.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {SECRET_KEYS_FILE} from '../../platform/secrets/key-ring.ts';

/** Why a backup was created. */
export const REASONS = ['manual', 'scheduled', 'migration', 'upgrade'] as const;
export type BackupReason = (typeof REASONS)[number];

/** The archive entry of the manifest. */
export const MANIFEST_ENTRY = 'manifest.json';
/** Entries for files of the data directory. Each is present only if the file existed. */
export const SETTINGS_ENTRY = SETTINGS_FILE;
export const KEYS_ENTRY = SECRET_KEYS_FILE;

const Name = Type.String({pattern: '^[a-z_][a-z0-9_]{0,62}$'});
const Hash = Type.String({pattern: '^[0-9a-f]{64}$'});
const Count = Type.Integer({minimum: 0});

/**
 * The manifest of a backup: `manifest.json`. The rows of a table are in the entry `database/<table>.copy`, in the text
 * format of PostgreSQL's COPY with these columns. The files of a store are in tar archives, `<store>/0001.tar` and so
 * on.
 */
const BackupManifest = Type.Object({
  format: Type.Literal('patchbay-backup'),
  version: Type.Literal(1),
  /** Milliseconds. The database is in its state at this time. */
  created_at: Type.Integer({minimum: 0}),
  reason: Type.Enum([...REASONS]),
  product_version: Type.String({maxLength: 64}),
  postgresql_version: Type.String({maxLength: 128}),
  migrations: Type.Array(
    Type.Object({version: Type.Integer({minimum: 1}), name: Type.String({maxLength: 255}), checksum: Hash}),
    {maxItems: 10_000},
  ),
  tables: Type.Array(Type.Object({name: Name, columns: Type.Array(Name, {maxItems: 1600}), rows: Count}), {
    maxItems: 10_000,
  }),
  sequences: Type.Array(Type.Object({name: Name, value: Type.Union([Type.Integer(), Type.Null()])}), {
    maxItems: 10_000,
  }),
  /** Tables whose rows are not in the backup, each with the reason. */
  left_out: Type.Array(Type.Object({table: Type.String(), reason: Type.String()}), {maxItems: 10_000}),
  /** Null for a backup of only the database, settings and keys. */
  files: Type.Union([
    Type.Object({
      count: Count,
      bytes: Count,
      /** Files that are in the database but not on disk: their number, and the first of them. */
      missing: Count,
      missing_paths: Type.Array(Type.String({maxLength: 1024}), {maxItems: 100}),
    }),
    Type.Null(),
  ]),
  entries: Type.Array(Type.Object({name: Type.String({maxLength: 1024}), bytes: Count, sha256: Hash}), {
    maxItems: 1_000_000,
  }),
});
export type BackupManifest = Static<typeof BackupManifest>;

/** Why a backup cannot be read or restored, in full sentences. */
export class BackupError extends AppError {
  constructor(message: string) {
    super({id: 'app.backup.unusable.app_error', message, status: 400});
    this.name = 'BackupError';
  }
}

/** @throws BackupError if this version does not support the manifest */
export function parseManifest(text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BackupError('The manifest is damaged.');
  }
  if (Check(BackupManifest, value)) return value;
  const {format, version} = (value ?? {}) as {format?: unknown; version?: unknown};
  if (format === 'patchbay-backup' && typeof version === 'number' && version > 1) {
    throw new BackupError(
      `It was created by a newer Patchbay (backup format ${version}; this version reads format 1). Use that version.`,
    );
  }
  throw new BackupError('The manifest is not from a Patchbay backup.');
}

/** The entry for the rows of a table. */
export function tableEntry(table: string): string {
  return `database/${table}.copy`;
}
