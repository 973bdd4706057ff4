import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

/** The kind of job that makes an export. */
export const EXPORT_JOB_TYPE = 'message_export';

function refresh(): Promise<void> {
  return queries.invalidateQueries({queryKey: ['jobs', EXPORT_JOB_TYPE]});
}

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
  await refresh();
}

export async function cancelExport(id: string): Promise<void> {
  await server.call(`/jobs/${id}/cancel`, {method: 'POST'}).finally(refresh);
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
