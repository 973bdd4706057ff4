import Type, {type Static} from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {ManifestSigner} from '../signed-archives/signed-archives.ts';
import type {ComplianceReports, ReportRow} from './compliance-reports.ts';
import {archiveVersion} from './report-archive.ts';
import {ComplianceReport, NewComplianceReport, ReportVerification} from './schema.ts';

/**
 * Compliance reports: `/compliance/reports`. All routes require `manage_system`
 * (docs/specification.md#compliance-reports).
 */
export function registerComplianceReportRoutes(
  api: HttpServer,
  {
    complianceReports,
    complianceArchives,
    manifestSigner,
    permissions,
    audits,
  }: {
    complianceReports: ComplianceReports;
    complianceArchives: FileStore;
    manifestSigner: ManifestSigner;
    permissions: Permissions;
    audits: Audits;
  },
): void {
  const ReportId = Type.Object({report_id: Id});

  api.post(
    '/compliance/reports',
    {
      schema: {
        summary: 'Create a compliance report',
        body: NewComplianceReport,
        response: {201: ComplianceReport},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const report = await complianceReports.create(actor.userId, request.body);
      await audits.recordRequest(request, `createComplianceReport id=${report.id} desc=${report.desc}`);
      return reply.code(201).send(presentReport(report));
    },
  );

  api.get(
    '/compliance/reports',
    {
      schema: {
        summary: 'List compliance reports, newest first',
        querystring: PagingQuery,
        response: {200: Type.Array(ComplianceReport)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const rows = await complianceReports.list(toOffsetLimit(request.query));
      return rows.map(presentReport);
    },
  );

  api.get(
    '/compliance/reports/:report_id',
    {schema: {summary: 'Get a compliance report', params: ReportId, response: {200: ComplianceReport}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const report = await complianceReports.byId(request.params.report_id);
      await audits.recordRequest(request, `getComplianceReport id=${report.id}`);
      return presentReport(report);
    },
  );

  api.get(
    '/compliance/reports/:report_id/download',
    {
      schema: {
        summary: 'Download the archive of a finished report',
        params: ReportId,
        response: {200: FileBytes},
      },
    },
    async (request, reply) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {report_id} = request.params;
      const name = await complianceReports.archiveOf(report_id);
      await audits.recordRequest(request, `downloadComplianceReport id=${report_id}`);
      return sendStoredFile(request, reply, complianceArchives, {
        path: name,
        name,
        mediaType: 'application/zip',
        download: true,
        version: archiveVersion(report_id),
        // The archive contains private messages.
        maxAge: 0,
      });
    },
  );

  api.post(
    '/compliance/reports/:report_id/cancel',
    {schema: {summary: 'Cancel a running report', params: ReportId, response: {200: ComplianceReport}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const report = await complianceReports.cancel(request.params.report_id);
      await audits.recordRequest(request, `cancelComplianceReport id=${report.id}`);
      return presentReport(report);
    },
  );

  api.post(
    '/compliance/reports/:report_id/verify',
    {
      schema: {
        summary: "Verify a finished report's archive against its manifest, its signature and the database",
        params: ReportId,
        response: {200: ReportVerification},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const verification = await complianceReports.verify(request.params.report_id);
      await audits.recordRequest(
        request,
        `verifyComplianceReport id=${request.params.report_id} faults=${verification.faults.length}`,
      );
      return verification;
    },
  );

  api.delete(
    '/compliance/reports/:report_id',
    {schema: {summary: "Delete a report's archive", params: ReportId, response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      await complianceReports.remove(request.params.report_id);
      await audits.recordRequest(request, `deleteComplianceReport id=${request.params.report_id}`);
      return STATUS_OK;
    },
  );

  api.get(
    '/compliance/signing_key',
    {
      // Anyone who receives an archive can verify it.
      config: {access: 'anonymous'},
      schema: {
        summary: 'Get the public key for verifying manifests',
        response: {200: Type.Object({algorithm: Type.Literal('Ed25519'), public_key: Type.String()})},
      },
    },
    async () => ({algorithm: 'Ed25519' as const, public_key: await manifestSigner.publicKey()}),
  );
}

function presentReport(row: ReportRow): Static<typeof ComplianceReport> {
  return {
    id: row.id,
    create_at: row.createat,
    user_id: row.userid,
    status: row.status,
    count: row.count,
    desc: row.desc,
    type: row.type,
    start_at: row.startat,
    end_at: row.endat,
    keywords: row.keywords,
    emails: row.emails,
    include_files: row.includefiles,
    job_id: row.jobid,
    error: row.error,
  };
}
