import {changeSettingsSection, useSettingsSection} from '../administration/settings.ts';
import {refreshClientConfig} from '../system/client-config.ts';

/** The settings of the daily export. Secrets come masked. */
export interface ExportSettings {
  EnableExport: boolean;
  ExportFormat: string;
  /** `HH:MM` by the server's clock. */
  DailyRunTime: string;
  /** Milliseconds; 0 for the first message. */
  ExportFromTimestamp: number;
  BatchSize: number;
  DownloadExportResults: boolean;
  GlobalRelaySettings: {
    CustomerType: string;
    SMTPUsername: string;
    SMTPPassword: string;
    EmailAddress: string;
    SMTPServerTimeout: number;
    CustomSMTPServerName: string;
    CustomSMTPPort: string;
  };
}

/** Which settings the environment sets, in the shape of the settings. */
export type SetByEnvironment = {[name: string]: boolean | SetByEnvironment | undefined};

const SECTION = 'MessageExportSettings';

export const useExportSettings = () => useSettingsSection<ExportSettings, SetByEnvironment>(SECTION);

/** Changes those settings that are given. */
export async function changeExportSettings(change: object): Promise<void> {
  await changeSettingsSection(SECTION, change);
  await refreshClientConfig();
}

/** The formats, as people call them. */
export const FORMATS: Readonly<Record<string, {label: string; description: string}>> = {
  actiance: {label: 'Actiance XML', description: 'One XML file a batch, with joins, leaves and files.'},
  csv: {label: 'CSV', description: 'A table for spreadsheets and scripts, and the files beside it.'},
  globalrelay: {
    label: 'Global Relay, by email',
    description: 'An email a channel, sent to Global Relay. Nothing is left to download.',
  },
  'globalrelay-zip': {label: 'Global Relay, in a zip', description: 'The same emails, kept as EML files.'},
  jsonl: {label: 'JSON lines', description: 'A line a channel, member, message or file.'},
};

export function formatLabel(format: string): string {
  return FORMATS[format]?.label ?? format;
}

export const FORMAT_OPTIONS = Object.entries(FORMATS).map(([value, {label}]) => ({value, label}));
