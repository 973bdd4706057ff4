import {join, resolve} from 'node:path';
import type {Config} from './config.ts';

/** The configured directories as absolute paths. They may not exist yet. */
export function directories({get, dataDirectory}: Pick<Config, 'get' | 'dataDirectory'>) {
  const settings = get();
  const inData = (directory: string, fallback: string) => resolve(dataDirectory, directory || fallback);
  return {
    files: inData(settings.FileSettings.Directory, 'files'),
    imports: inData(settings.ImportSettings.Directory, 'import'),
    exports: inData(settings.ExportSettings.Directory, 'export'),
    backups: inData(settings.BackupSettings.Directory, 'backups'),
    compliance: join(inData(settings.ComplianceSettings.Directory, '.'), 'compliance'),
  };
}
