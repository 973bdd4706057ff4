import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

/** Backups are for system administrators only. */
export const backups: AccessTable = {
  //                     anon mem tok oth bot tad sad
  'GET /api/v4/backups': '401 403 403 403 403 403 200',
  'POST /api/v4/backups': '401 403 403 403 403 403 201',
  'GET /api/v4/backups/:backup_name': ['401 403 403 403 403 403 200', {prepare: addBackup}],
  'POST /api/v4/backups/:backup_name/verify': ['401 403 403 403 403 403 201', {prepare: addBackup}],
  'DELETE /api/v4/backups/:backup_name': ['401 403 403 403 403 403 200', {prepare: addBackup}],
};

async function addBackup(world: World): Promise<void> {
  world.params.backup_name = 'patchbay-2026-01-31T02-30-00-000Z-scheduled.zip';
  const directory = join(world.server.platform.config.dataDirectory, 'backups');
  await mkdir(directory, {recursive: true});
  await writeFile(join(directory, world.params.backup_name), 'any bytes');
}
