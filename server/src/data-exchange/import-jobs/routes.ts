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

/** Bulk import over HTTP: `/imports`. Files are uploaded with `/uploads`. Every route requires `manage_system`. */
export function registerImportRoutes(
  api: HttpServer,
  {importJobs, permissions, audits}: {importJobs: ImportJobs; permissions: Permissions; audits: Audits},
): void {
  api.get(
    '/imports',
    {
      schema: {
        summary: 'List the names of the files that can be imported',
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
        summary: 'List the files that can be imported, with their size and time',
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
        summary: 'Validate or import a file',
        description: 'Runs in the background. The job has the progress.',
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
        summary: 'Delete an import file',
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
        summary: 'Get the report of a finished import job',
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
