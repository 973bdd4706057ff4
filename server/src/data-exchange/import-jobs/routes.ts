import Type from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import {presentJob} from '../../messaging/jobs/jobs.ts';
import {Job} from '../../messaging/jobs/schema.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, line, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {ImportJobs} from './import-jobs.ts';
import {ImportFile, ImportReportBody, NewImport} from './schema.ts';

/** The bulk import over HTTP: `/imports`. Files come by `/uploads`. Everything here takes `manage_system`. */
export function registerImportRoutes(
  api: HttpServer,
  {importJobs, permissions, audits}: {importJobs: ImportJobs; permissions: Permissions; audits: Audits},
): void {
  api.get(
    '/imports',
    {
      schema: {
        summary: 'Names of the files that can be imported',
        response: {200: Type.Array(Type.String())},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return (await importJobs.files()).map(({name}) => name);
    },
  );

  api.get(
    '/imports/files',
    {
      schema: {
        summary: 'The files that can be imported: their names, and what tells files of one name apart',
        response: {200: Type.Array(ImportFile)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return importJobs.files();
    },
  );

  api.post(
    '/imports',
    {
      schema: {
        summary: 'Check a file, or import it',
        description: 'In the background: the job says how far it is.',
        body: NewImport,
        response: {201: Job},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const job = await importJobs.create(actor.userId, request.body);
      await audits.recordRequest(
        request,
        `createImport job=${job.id} file=${job.data.import_file} mode=${job.data.mode}`,
      );
      return reply.code(201).send(presentJob(job));
    },
  );

  api.delete(
    '/imports/:import_name',
    {
      schema: {
        summary: 'Remove a file that was to be imported',
        params: Type.Object({import_name: line()}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {import_name} = request.params;
      await importJobs.removeFile(import_name);
      await audits.recordRequest(request, `deleteImport file=${import_name}`);
      return STATUS_OK;
    },
  );

  api.get(
    '/imports/jobs/:job_id/report',
    {
      schema: {
        summary: 'What a check or an import has found and done',
        params: Type.Object({job_id: Id}),
        response: {200: ImportReportBody},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return importJobs.reportOf(request.params.job_id);
    },
  );
}
