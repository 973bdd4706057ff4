import {useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {allPages, flattenPages, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {changeSettingsSection, useSettingsSection} from '../administration/settings.ts';
import {type Job, refreshJobs} from '../jobs/jobs.ts';

/** The type of the jobs that delete data, or only count what they would delete. */
export const RETENTION_JOB_TYPE = 'data_retention';

/** The permission to change policies. */
export const WRITE_RETENTION = 'sysconsole_write_compliance_data_retention_policy';

/** The settings of the global policy. Hours take precedence over days if they are greater than 0. */
export interface RetentionSettings {
  EnableMessageDeletion: boolean;
  MessageRetentionDays: number;
  MessageRetentionHours: number;
  EnableFileDeletion: boolean;
  FileRetentionDays: number;
  FileRetentionHours: number;
  PreservePinnedPosts: boolean;
  /** `HH:MM` in the server's time zone. */
  DeletionJobStartTime: string;
}

const SECTION = 'DataRetentionSettings';

export const useRetentionSettings = () =>
  useSettingsSection<RetentionSettings, {[Name in keyof RetentionSettings]?: boolean}>(SECTION);

/** Changes only the given settings. */
export function changeRetentionSettings(change: Partial<RetentionSettings>): Promise<void> {
  return changeSettingsSection(SECTION, change);
}

/** A policy for certain teams and channels. */
export interface Policy {
  id: string;
  display_name: string;
  /** In days; null means forever. */
  post_duration: number | null;
  team_count: number;
  channel_count: number;
}

/** The fields of a policy that can be saved. */
export interface PolicyInput {
  display_name: string;
  post_duration: number | null;
  team_ids: string[];
  channel_ids: string[];
}

const POLICIES = ['retention', 'policies'];
const HOLDS = ['retention', 'holds'];
const RECORDS = ['retention', 'records'];
const PER_PAGE = 60;

export function usePolicies() {
  return useQuery({
    queryKey: POLICIES,
    queryFn: () =>
      allPages(
        async (page, perPage) =>
          (
            await server.call<{policies: Policy[]}>(
              `/data_retention/policies?page=${page}&per_page=${perPage}`,
            )
          ).policies,
      ),
    staleTime: 0,
  });
}

export interface Assigned {
  id: string;
  display_name: string;
  /** For a channel; empty if it has no team. */
  team_display_name?: string;
}

/** The teams or channels of a policy. */
export function readAssigned(policyId: string, kind: 'teams' | 'channels'): Promise<Assigned[]> {
  return allPages(async (page, perPage) => {
    const path = `/data_retention/policies/${policyId}/${kind}?page=${page}&per_page=${perPage}`;
    const found = await server.call<Record<typeof kind, Assigned[]>>(path);
    return found[kind];
  });
}

/** Creates a policy, or changes the one with this id. */
export async function savePolicy(id: string | undefined, input: PolicyInput): Promise<void> {
  await server.call(`/data_retention/policies${id ? `/${id}` : ''}`, {
    method: id ? 'PATCH' : 'POST',
    body: input,
  });
  await queries.invalidateQueries({queryKey: POLICIES});
}

export async function deletePolicy(id: string): Promise<void> {
  await server.call(`/data_retention/policies/${id}`, {method: 'DELETE'});
  await queries.invalidateQueries({queryKey: POLICIES});
}

/** Starts a job that deletes data or, with `dry_run`, only counts it. Returns the job. */
export async function startRetention(data: Record<string, string>): Promise<Job> {
  const job = await server.call<Job>('/jobs', {method: 'POST', body: {type: RETENTION_JOB_TYPE, data}});
  await refreshJobs(RETENTION_JOB_TYPE);
  return job;
}

/**
 * The exports that deletion waits for: how far compliance exports have progressed, and what they have skipped. Times
 * are in milliseconds.
 */
export interface WaitingFor {
  for_exports: boolean;
  /** 0 if there is no export yet. */
  exported_until: number;
  /** Channels with messages that were created with a time in the past, in this period. */
  backdated_channels: number;
  backdated_from: number;
  backdated_to: number;
}

export function useWaiting() {
  return useQuery({
    queryKey: ['retention', 'waiting'],
    queryFn: () => server.call<WaitingFor>('/data_retention/waiting'),
    staleTime: 0,
  });
}

/**
 * Legal holds, which protect messages and files from deletion. Times are in milliseconds; 0 means unlimited or not
 * released.
 */
export interface LegalHold {
  id: string;
  name: string;
  create_at: number;
  creator_id: string;
  user_ids: string[];
  channel_ids: string[];
  start_at: number;
  end_at: number;
  release_at: number;
  released_by: string;
}

/** Legal holds, active ones first, page by page. */
export function useLegalHolds() {
  return useInfiniteQuery({
    queryKey: HOLDS,
    queryFn: ({pageParam}) =>
      readPage(
        (page, perPage) => server.call<LegalHold[]>(`/legal_holds?page=${page}&per_page=${perPage}`),
        pageParam,
        PER_PAGE,
      ),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    select: flattenPages,
    staleTime: 0,
  });
}

export async function createLegalHold(
  input: Pick<LegalHold, 'name' | 'user_ids' | 'channel_ids' | 'start_at' | 'end_at'>,
): Promise<void> {
  await server.call('/legal_holds', {method: 'POST', body: input});
  await queries.invalidateQueries({queryKey: HOLDS});
}

export async function releaseLegalHold(id: string): Promise<void> {
  await server.call(`/legal_holds/${id}/release`, {method: 'POST'});
  await queries.invalidateQueries({queryKey: HOLDS});
}

/** The signed record of what a job deleted. */
export interface DeletionRecord {
  job_id: string;
  create_at: number;
  posts: number;
  files: number;
}

/** Records, newest first, page by page. Reloaded when the number of finished jobs changes. */
export function useDeletionRecords(ended: number) {
  return useInfiniteQuery({
    queryKey: [...RECORDS, ended],
    queryFn: ({pageParam}) =>
      readPage(
        (page, perPage) =>
          server.call<DeletionRecord[]>(`/data_retention/records?page=${page}&per_page=${perPage}`),
        pageParam,
        PER_PAGE,
      ),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    select: flattenPages,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

export function recordAddress(jobId: string): string {
  return `${server.getBaseRoute()}/data_retention/records/${jobId}`;
}

/** The problems of a record; empty if it is intact. */
export async function verifyRecord(jobId: string): Promise<string[]> {
  const {faults} = await server.call<{faults: string[]}>(`/data_retention/records/${jobId}/verify`, {
    method: 'POST',
  });
  return faults;
}
