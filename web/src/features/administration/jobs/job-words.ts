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
