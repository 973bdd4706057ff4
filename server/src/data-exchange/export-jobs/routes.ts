import Type from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {ExportJobs} from './export-jobs.ts';
import {ExportFile, ExportName} from './schema.ts';

/** Bulk exports over HTTP: `/exports`. `POST /jobs` creates them. Every route requires `manage_system`. */
export function registerExportRoutes(
  api: HttpServer,
  {
    exportJobs,
    exportArchives,
    permissions,
    audits,
  }: {exportJobs: ExportJobs; exportArchives: FileStore; permissions: Permissions; audits: Audits},
): void {
  const Params = Type.Object({export_name: ExportName});

  api.get(
    '/exports',
    {
      schema: {
        summary: 'List the names of the bulk exports on the server',
        response: {200: Type.Array(Type.String())},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return (await exportJobs.list()).map(({name}) => name);
    },
  );

  api.get(
    '/exports/files',
    {
      schema: {
        summary: 'List the bulk exports on the server, with their size and time',
        response: {200: Type.Array(ExportFile)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return exportJobs.list();
    },
  );

  api.get(
    '/exports/:export_name',
    {
      schema: {
        summary: 'Download a bulk export, or a range of its bytes',
        params: Params,
        response: {200: FileBytes, 206: FileBytes},
      },
    },
    async (request, reply) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {export_name: name} = request.params;
      await exportJobs.requireFile(name);
      await audits.recordRequest(request, `downloadExport file=${name}`);
      return sendStoredFile(request, reply, exportArchives, {
        path: name,
        mediaType: 'application/zip',
        name,
        download: true,
        version: encodeURIComponent(name),
        // The file contains private messages.
        maxAge: 0,
      });
    },
  );

  api.delete(
    '/exports/:export_name',
    {schema: {summary: 'Delete a bulk export', params: Params, response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {export_name: name} = request.params;
      await exportJobs.remove(name);
      await audits.recordRequest(request, `deleteExport file=${name}`);
      return STATUS_OK;
    },
  );
}
