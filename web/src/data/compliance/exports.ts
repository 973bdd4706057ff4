import {server} from '../../lib/server.ts';
import {refreshJobs} from '../jobs/jobs.ts';

/** The kind of job that makes an export. */
export const EXPORT_JOB_TYPE = 'message_export';

/** Orders an export; without a window it goes on where the last one ended. Times in milliseconds. */
export async function startExport({
  format,
  window,
}: {
  format: string;
  window: {startAt: number; endAt: number} | undefined;
}): Promise<void> {
  await server.call('/jobs', {
    method: 'POST',
    body: {
      type: EXPORT_JOB_TYPE,
      data: {
        export_type: format,
        ...(window && {batch_start_time: String(window.startAt), job_end_time: String(window.endAt - 1)}),
      },
    },
  });
  await refreshJobs(EXPORT_JOB_TYPE);
}

export function downloadAddress(id: string): string {
  return `${server.getBaseRoute()}/jobs/${id}/download`;
}

/** What came of comparing a batch of an export with what was signed. */
export interface BatchVerification {
  path: string;
  messages: number;
  /** What is not as it should be; none for a sound batch. */
  faults: string[];
}

export function verifyExport(id: string): Promise<BatchVerification[]> {
  return server.call<BatchVerification[]>(`/compliance/exports/${id}/verify`, {method: 'POST'});
}
