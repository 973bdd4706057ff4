import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import type {Job} from '../jobs/jobs.ts';
import {refreshJobs} from '../jobs/jobs.ts';

/** The type of the jobs that validate or import a file. */
export const IMPORT_JOB_TYPE = 'import_process';

const filesKey = ['import-files'];

/** All occurrences of one problem in one field of the format. */
export interface Finding {
  severity: 'error' | 'warning';
  rule: string;
  /** The type of object; empty if the problem is about the whole line. */
  object: string;
  field: string;
  demand: string;
  hint?: string;
  count: number;
  /** The first occurrences. */
  examples: {line: number; path: string; value?: string}[];
}

/** The result of a check or import. The command line prints the same report. */
export interface ImportReport {
  file: string;
  mode: 'validate' | 'apply';
  ending: 'done' | 'errors' | 'interrupted' | 'failed';
  problem?: string;
  /** The program that wrote the file, if the file says so. */
  generator?: {name: string; version: string};
  lines: number;
  lines_imported?: number;
  resumed_at_line?: number;
  seconds: number;
  errors: number;
  warnings: number;
  /** How many objects of each type were created, updated, unchanged or skipped. */
  objects: Record<string, Record<string, number>>;
  findings: Finding[];
  kinds_of_findings_left_out: number;
}

export interface ImportOptions {
  strict: boolean;
  create_direct_channels: boolean;
  allow_missing_files: boolean;
}

/** Whether an import has ever completed. Checks don't count. */
export async function hasImport(): Promise<boolean> {
  const runs = await server.call<Job[]>(`/jobs/type/${IMPORT_JOB_TYPE}?per_page=200`);
  return runs.some(({status, data}) => data.mode !== 'validate' && /^(success|warning)$/.test(status));
}

/** An uploaded file that can be imported. */
export interface ImportFile {
  name: string;
  size: number;
  create_at: number;
}

/** The uploaded files that can be imported, newest first. */
export function useImportFiles() {
  return useQuery({
    queryKey: filesKey,
    queryFn: async () => {
      const files = await server.call<ImportFile[]>('/imports/files');
      return files.sort((one, other) => other.create_at - one.create_at);
    },
    staleTime: 0,
  });
}

export function refreshImportFiles(): Promise<void> {
  return queries.invalidateQueries({queryKey: filesKey});
}

export async function deleteImportFile(name: string): Promise<void> {
  await server.call(`/imports/${encodeURIComponent(name)}`, {method: 'DELETE'});
  await refreshImportFiles();
}

/** Starts the job that checks or imports a file. */
export async function startImport(
  file: string,
  mode: 'validate' | 'apply',
  options: ImportOptions,
): Promise<Job> {
  const job = await server.call<Job>('/imports', {
    method: 'POST',
    body: {import_file: file, mode, ...options},
  });
  void refreshJobs(IMPORT_JOB_TYPE);
  return job;
}

/** The result of a check or import that has ended. */
export function useImportReport(jobId: string, isOver: boolean) {
  return useQuery({
    queryKey: ['import-report', jobId],
    queryFn: () => server.call<ImportReport>(`/imports/jobs/${jobId}/report`),
    enabled: isOver,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function reportAddress(jobId: string): string {
  return `${server.getBaseRoute()}/imports/jobs/${jobId}/report`;
}

/** The name of the uploaded file, without the id that the server adds. */
export function fileTitle(name: string): string {
  return name.replace(/^[a-z0-9]{26}_/, '');
}

/** The options that a job was started with. */
export function readOptions({data}: Job): ImportOptions {
  return {
    strict: data.strict === 'true',
    create_direct_channels: data.create_direct_channels === 'true',
    allow_missing_files: data.allow_missing_files === 'true',
  };
}
