import Type from 'typebox';
import {Millis} from '../../platform/http/wire.ts';
import {REASONS} from './manifest.ts';

/** The name of a backup's file. */
export const BackupName = Type.String({
  pattern: '^patchbay-[0-9TZ-]{1,40}-[a-z]{1,20}\\.zip(\\.encrypted)?$',
  maxLength: 100,
  description: 'The file name, as in the list of backups.',
});

/** A backup in the backup directory. */
export const Backup = Type.Object({
  name: BackupName,
  size: Type.Integer({description: 'Bytes.'}),
  create_at: Millis,
  reason: Type.Enum([...REASONS], {
    description:
      '`manual`, `scheduled`, `migration` (before a database migration) or `upgrade` (before an upgrade of PostgreSQL).',
  }),
  encrypted: Type.Boolean(),
});
