import type {Job} from '../../../lib/jobs.ts';

const TYPES: Readonly<Record<string, string>> = {
  message_export: 'Scheduled export',
  compliance_report: 'Compliance report',
  import_process: 'Import',
  bulk_import: 'Import',
  bulk_export: 'Export',
};

/** What a kind of job does, in words; kinds without words of their own by their name. */
export function typeOf(type: string): string {
  const words = type.replaceAll('_', ' ').replaceAll('-', ' ');
  return TYPES[type] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export const STATUSES: Readonly<
  Record<Job['status'], {label: string; kind: 'plain' | 'good' | 'bad' | 'warn'}>
> = {
  pending: {label: 'Waits', kind: 'plain'},
  in_progress: {label: 'Runs', kind: 'warn'},
  success: {label: 'Done', kind: 'good'},
  warning: {label: 'Done, with warnings', kind: 'warn'},
  error: {label: 'Failed', kind: 'bad'},
  cancel_requested: {label: 'Is being stopped', kind: 'warn'},
  canceled: {label: 'Canceled', kind: 'plain'},
};
