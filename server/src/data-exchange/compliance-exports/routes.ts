import Type from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import type {Jobs} from '../../messaging/jobs/jobs.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';
import type {ComplianceExports} from './compliance-exports.ts';

/** The result of comparing a batch with its manifest, its signature, the database and the previous batch. */
const BatchVerification = Type.Object({
  path: Type.String({description: 'The path of the batch in the export directory.'}),
  messages: Type.Integer(),
  faults: Type.Array(Type.String(), {description: 'Problems found; empty if the batch is intact.'}),
});

/** Routes of exports, in addition to their jobs (`/jobs`): `/compliance/exports`. */
export function registerComplianceExportRoutes(
  api: HttpServer,
  {
    complianceExports,
    jobs,
    permissions,
    audits,
  }: {complianceExports: ComplianceExports; jobs: Jobs; permissions: Permissions; audits: Audits},
): void {
  api.post(
    '/compliance/exports/:job_id/verify',
    {
      schema: {
        summary: 'Verify the batches of an export against their manifests, their signatures and the database',
        params: Type.Object({job_id: Id}),
        response: {200: Type.Array(BatchVerification)},
      },
    },
    async (request) => {
      const {job_id} = request.params;
      await permissions.require(actorOf(request), 'manage_compliance_export_job');
      await jobs.byId(job_id);
      const batches = await Array.fromAsync(complianceExports.verify(job_id));
      const faulty = batches.filter(({faults}) => faults.length > 0).length;
      await audits.recordRequest(request, `verifyComplianceExport job_id=${job_id} faulty_batches=${faulty}`);
      return batches;
    },
  );
}
