import Type from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import {presentJob} from '../../messaging/jobs/jobs.ts';
import {Job} from '../../messaging/jobs/schema.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Backups} from './backup.ts';
import {Backup, BackupName} from './schema.ts';

/** Backups over HTTP: `/backups`. Every route requires `manage_system`. */
export function registerBackupRoutes(
  api: HttpServer,
  {backups, permissions, audits}: {backups: Backups; permissions: Permissions; audits: Audits},
): void {
  const Params = Type.Object({backup_name: BackupName});

  api.get(
    '/backups',
    {
      schema: {
        summary: 'List backups on the server, newest first',
        response: {200: Type.Array(Backup)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const all = await backups.list();
      return all.map(({name, size, createAt, reason, encrypted}) => ({
        name,
        size,
        create_at: createAt,
        reason,
        encrypted,
      }));
    },
  );

  api.post(
    '/backups',
    {
      schema: {
        summary: 'Create a backup',
        description:
          'Runs in the background. The job has the progress, and `data.file` is the name of the backup.',
        response: {201: Job},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const job = await backups.create(actor.userId);
      await audits.recordRequest(request, `createBackup job=${job.id}`);
      return reply.code(201).send(presentJob(job));
    },
  );

  api.get(
    '/backups/:backup_name',
    {
      schema: {
        summary: 'Download a backup, or a range of its bytes',
        params: Params,
        response: {200: FileBytes, 206: FileBytes},
      },
    },
    async (request, reply) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {backup_name: name} = request.params;
      const store = await backups.storeOf(name);
      await audits.recordRequest(request, `downloadBackup file=${name}`);
      return sendStoredFile(request, reply, store, {
        path: name,
        mediaType: 'application/octet-stream',
        name,
        download: true,
        version: name,
        // The file contains the secret keys.
        maxAge: 0,
      });
    },
  );

  api.post(
    '/backups/:backup_name/verify',
    {
      schema: {
        summary: 'Verify a backup against its manifest',
        description: 'Reads the whole backup in the background. The job fails if the backup is damaged.',
        params: Params,
        response: {201: Job},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const {backup_name: name} = request.params;
      const job = await backups.verify(name, actor.userId);
      await audits.recordRequest(request, `verifyBackup file=${name} job=${job.id}`);
      return reply.code(201).send(presentJob(job));
    },
  );

  api.delete(
    '/backups/:backup_name',
    {schema: {summary: 'Delete a backup', params: Params, response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {backup_name: name} = request.params;
      await backups.remove(name);
      await audits.recordRequest(request, `deleteBackup file=${name}`);
      return STATUS_OK;
    },
  );
}
