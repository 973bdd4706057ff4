import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {isUnfinished, type Job, refreshJobs} from '../jobs/jobs.ts';

/** The type of the jobs that create exports. */
export const BULK_EXPORT_JOB_TYPE = 'export_process';

/** An export on the server. The size is in bytes, the time in milliseconds. */
export interface ExportFile {
  name: string;
  size: number;
  create_at: number;
}

export interface BulkExportOptions {
  include_attachments: boolean;
  include_profile_pictures: boolean;
  include_archived_channels: boolean;
  include_roles_and_schemes: boolean;
}

/** The exports on the server, newest first. Reloaded when one of the `jobs` ends. */
export function useExportFiles(jobs: readonly Job[] | undefined) {
  const ended = jobs?.filter((job) => !isUnfinished(job)).length;
  return useQuery({
    queryKey: ['export-files', ended],
    queryFn: async () => {
      const files = await server.call<ExportFile[]>('/exports/files');
      return files.sort((one, other) => other.create_at - one.create_at);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export async function createBulkExport(options: BulkExportOptions): Promise<void> {
  const data = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
  await server.call('/jobs', {method: 'POST', body: {type: BULK_EXPORT_JOB_TYPE, data}});
  await refreshJobs(BULK_EXPORT_JOB_TYPE);
}

export async function deleteExport(name: string): Promise<void> {
  await server.call(`/exports/${encodeURIComponent(name)}`, {method: 'DELETE'});
  await queries.invalidateQueries({queryKey: ['export-files']});
}

export function exportAddress(name: string): string {
  return `${server.getBaseRoute()}/exports/${encodeURIComponent(name)}`;
}
