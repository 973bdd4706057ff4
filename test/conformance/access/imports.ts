import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

/** Bulk imports and exports are for system administrators only. */
export const imports: AccessTable = {
  //                                   anon mem tok oth bot tad sad
  'GET /api/v4/imports': '401 403 403 403 403 403 200',
  'GET /api/v4/imports/files': '401 403 403 403 403 403 200',
  'POST /api/v4/imports': [
    '401 403 403 403 403 403 201',
    {prepare: addFile, body: (world) => ({import_file: world.params.import_name})},
  ],
  'DELETE /api/v4/imports/:import_name': ['401 403 403 403 403 403 200', {prepare: addFile}],
  // The job is not finished.
  'GET /api/v4/imports/jobs/:job_id/report': ['401 403 403 403 403 403 404', {prepare: createImport}],

  'GET /api/v4/exports': '401 403 403 403 403 403 200',
  'GET /api/v4/exports/files': '401 403 403 403 403 403 200',
  'GET /api/v4/exports/:export_name': ['401 403 403 403 403 403 200', {prepare: addExport}],
  'DELETE /api/v4/exports/:export_name': ['401 403 403 403 403 403 200', {prepare: addExport}],
};

/** Reports are for system administrators only. */
export const reports: AccessTable = {
  //                                       anon mem tok oth bot tad sad
  'GET /api/v4/reports/users': '401 403 403 403 403 403 200',
  'GET /api/v4/reports/users/count': '401 403 403 403 403 403 200',
  'POST /api/v4/reports/users/export': '401 403 403 403 403 403 200',
  'POST /api/v4/reports/posts': [
    '401 403 403 403 403 403 200',
    {body: ({privateChannelId}) => ({channel_id: privateChannelId})},
  ],
};

async function addExport(world: World): Promise<void> {
  world.params.export_name = `${world.teamId}_export.zip`;
  await world.server.features.exportArchives.write(world.params.export_name, Buffer.from('any bytes'));
}

async function addFile(world: World): Promise<void> {
  world.params.import_name = `${world.teamId}_lines.jsonl`;
  await world.server.features.importFiles.write(
    world.params.import_name,
    Buffer.from('{"type":"version","version":1}'),
  );
}

async function createImport(world: World): Promise<void> {
  await addFile(world);
  const {importJobs} = world.server.features;
  const job = await importJobs.create(world.systemAdmin, {import_file: world.params.import_name!});
  world.params.job_id = job.id;
}
