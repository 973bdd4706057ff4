import {server} from '../../lib/server.ts';
import {refreshJobs} from '../jobs/jobs.ts';

/** The type of the jobs that create exports. */
export const EXPORT_JOB_TYPE = 'message_export';

/** Starts an export. Without a period, it continues where the last one ended. Times are in milliseconds. */
export async function startExport({
  format,
  period,
}: {
  format: string;
  period: {startAt: number; endAt: number} | undefined;
}): Promise<void> {
  await server.call('/jobs', {
    method: 'POST',
    body: {
      type: EXPORT_JOB_TYPE,
      data: {
        export_type: format,
        ...(period && {batch_start_time: String(period.startAt), job_end_time: String(period.endAt - 1)}),
      },
    },
  });
  await refreshJobs(EXPORT_JOB_TYPE);
}

export function downloadAddress(id: string): string {
  return `${server.getBaseRoute()}/jobs/${id}/download`;
}

/** The result of verifying a batch of an export. */
export interface BatchVerification {
  path: string;
  messages: number;
  /** The problems that were found. */
  faults: string[];
}

export function verifyExport(id: string): Promise<BatchVerification[]> {
  return server.call<BatchVerification[]>(`/compliance/exports/${id}/verify`, {method: 'POST'});
}
