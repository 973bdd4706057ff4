import Type from 'typebox';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import {contentDisposition} from '../../platform/http/content-disposition.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {Id, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf, type Session} from '../sessions/sessions.ts';
import {type JobRow, type Jobs, type JobWorker, jobPermissions, presentJob} from './jobs.ts';
import {Job, JobStatusChange, NewJob} from './schema.ts';

/** Job types of the reference server that clients list. This server never runs them. */
const ABSENT_TYPES: ReadonlySet<string> = new Set([
  'access_control_sync',
  'active_users',
  'bleve_post_indexing',
  'cleanup_desktop_tokens',
  'cli_message_export',
  'cloud',
  'delete_dms_preferences_migration',
  'delete_empty_drafts_migration',
  'delete_orphan_drafts_migration',
  'elasticsearch_fix_channel_index',
  'elasticsearch_post_aggregation',
  'elasticsearch_post_indexing',
  'expiry_notify',
  'extract_content',
  'hosted_purchase_screening',
  'install_plugin_notify_admin',
  'last_accessible_file',
  'last_accessible_post',
  'ldap_sync',
  'migrations',
  'mobile_session_metadata',
  'plugins',
  'post_persistent_notifications',
  'product_notices',
  'refresh_materialized_views',
  'resend_invitation_email',
  's3_path_migration',
  'trial_notify_admin',
  'upgrade_notify_admin',
]);

/** Background jobs: `/jobs`. Each type has its own permissions. */
export function registerJobRoutes(
  api: HttpServer,
  {jobs, permissions, audits}: {jobs: Jobs; permissions: Permissions; audits: Audits},
): void {
  const JobId = Type.Object({job_id: Id});
  const JobList = Type.Array(Job);

  function requireWorker(type: string): JobWorker {
    const worker = jobs.workers.get(type);
    if (!worker) throw unknownType(type, [...jobs.workers.keys()]);
    return worker;
  }

  async function requireFor(actor: Session, type: string, what: 'create' | 'read' | 'manage'): Promise<void> {
    const worker = jobs.workers.get(type);
    await permissions.require(actor, jobPermissions(worker)[what]);
  }

  async function readableTypes(actor: Session): Promise<string[]> {
    const readable: string[] = [];
    for (const [type, worker] of jobs.workers) {
      const {read} = jobPermissions(worker);
      if (await permissions.can(actor, read)) readable.push(type);
    }
    return readable;
  }

  api.post(
    '/jobs',
    {schema: {summary: 'Create a job', body: NewJob, response: {201: Job}}},
    async (request, reply) => {
      const {type, data = {}} = request.body;
      const actor = actorOf(request);
      await requireFor(actor, type, 'create');
      const worker = requireWorker(type);
      const prepared = worker.prepare ? await worker.prepare(data, actor.userId) : data;
      const row = await jobs.create(type, prepared, {startedBy: actor.userId});
      await audits.recordRequest(request, `createJob id=${row.id} type=${type}`);
      return reply.code(201).send(presentJob(row));
    },
  );

  api.get(
    '/jobs',
    {
      schema: {
        summary: 'List jobs, newest first',
        querystring: Type.Intersect([
          PagingQuery,
          Type.Object({job_type: Type.Optional(word()), status: Type.Optional(word())}),
        ]),
        response: {200: JobList},
      },
    },
    async (request) => {
      const {job_type = '', status} = request.query;
      if (ABSENT_TYPES.has(job_type)) {
        await requireFor(actorOf(request), job_type, 'read');
        return [];
      }
      const readable = await readableTypes(actorOf(request));
      const types = job_type ? readable.filter((type) => type === job_type) : readable;
      if (types.length === 0) throw forbidden(`no readable job type, job_type=${job_type}`);
      const rows = await jobs.list({types, status: status || undefined, ...toOffsetLimit(request.query)});
      return rows.map(presentJob);
    },
  );

  api.get(
    '/jobs/:job_id',
    {schema: {summary: 'Get a job and its progress', params: JobId, response: {200: Job}}},
    async (request) => {
      const row = await jobs.byId(request.params.job_id);
      await requireFor(actorOf(request), row.type, 'read');
      return presentJob(row);
    },
  );

  api.get(
    '/jobs/type/:job_type',
    {
      schema: {
        summary: 'List jobs of one type, newest first',
        params: Type.Object({job_type: Type.String({pattern: '^[A-Za-z0-9_-]{1,32}$'})}),
        querystring: PagingQuery,
        response: {200: JobList},
      },
    },
    async (request) => {
      const {job_type} = request.params;
      await requireFor(actorOf(request), job_type, 'read');
      if (ABSENT_TYPES.has(job_type)) return [];
      requireWorker(job_type);
      const rows = await jobs.list({types: [job_type], ...toOffsetLimit(request.query)});
      return rows.map(presentJob);
    },
  );

  api.post(
    '/jobs/:job_id/cancel',
    {schema: {summary: 'Cancel a job', params: JobId, response: {200: StatusOk}}},
    async (request) => {
      const {id, type} = await jobs.byId(request.params.job_id);
      await requireFor(actorOf(request), type, 'manage');
      await jobs.requestCancel(id);
      await audits.recordRequest(request, `cancelJob id=${id} type=${type}`);
      return STATUS_OK;
    },
  );

  api.patch(
    '/jobs/:job_id/status',
    {
      schema: {
        summary: "Set a job's status",
        params: JobId,
        body: JobStatusChange,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {id, type} = await jobs.byId(request.params.job_id);
      const actor = actorOf(request);
      await requireFor(actor, type, 'manage');
      const {status, force = false} = request.body;
      // Running a job again requires permission to start it.
      if (status === 'pending') await requireFor(actor, type, 'create');
      await jobs.changeStatus(id, status, {force, actorId: actor.userId});
      return STATUS_OK;
    },
  );

  api.get(
    '/jobs/:job_id/download',
    {schema: {summary: 'Download the file that a job created', params: JobId}},
    async (request, reply) => {
      const row = await jobs.byId(request.params.job_id);
      const worker = requireWorker(row.type);
      const {download} = worker;
      const needed = jobPermissions(worker);
      await permissions.require(actorOf(request), needed.download ?? needed.read);
      if (!download) throw notDownloadable(row);
      const {fileName, contentType, stream} = await download(presentJob(row));
      await audits.recordRequest(request, `downloadJob id=${row.id} type=${row.type}`);
      return reply
        .headers({
          'content-type': contentType,
          'content-disposition': contentDisposition('attachment', fileName),
        })
        .send(stream);
    },
  );
}

function unknownType(type: string, types: readonly string[]): AppError {
  return new AppError({
    id: 'model.job.is_valid.type.app_error',
    message: `There is no job type "${type}". Types: ${types.join(', ') || 'none'}.`,
    status: 400,
    path: 'type',
  });
}

function notDownloadable({id, type}: JobRow): AppError {
  return new AppError({
    id: 'api.job.unable_to_download_job.incorrect_job_type',
    message: 'This job has no file to download.',
    explanation: `The job ${id} has the type "${type}", which creates no file.`,
    status: 400,
  });
}
