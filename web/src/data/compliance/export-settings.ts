import {changeSettingsSection, useSettingsSection} from '../administration/settings.ts';
import {refreshClientConfig} from '../system/client-config.ts';

/** The settings of scheduled exports. Secrets are masked. */
export interface ExportSettings {
  EnableExport: boolean;
  ExportFormat: string;
  /** `HH:MM` in the server's time zone. */
  DailyRunTime: string;
  /** In milliseconds. 0 starts at the first message. */
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

/** The settings that `config.json` or environment variables pin. */
export type PinnedSettings = {[name: string]: boolean | PinnedSettings | undefined};

const SECTION = 'MessageExportSettings';

export const useExportSettings = () => useSettingsSection<ExportSettings, PinnedSettings>(SECTION);

/** Changes only the given settings. */
export async function changeExportSettings(change: object): Promise<void> {
  await changeSettingsSection(SECTION, change);
  await refreshClientConfig();
}
