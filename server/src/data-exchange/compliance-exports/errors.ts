import {AppError} from '../../platform/errors/app-error.ts';

export function exportUnavailable(): AppError {
  return new AppError({
    id: 'ent.compliance.licence_disable.app_error',
    message: 'Compliance exports require the tier "enterprise". Set LicenseSettings.Tier to "enterprise".',
    status: 501,
  });
}

export function invalidExportData(key: string, message: string): AppError {
  return new AppError({
    id: 'api.context.invalid_body_param.app_error',
    message,
    status: 400,
    path: `data.${key}`,
  });
}

// Clients rely on the ids and statuses of failed downloads (docs/specification.md#compliance-exports).

export function downloadsDisabled(): AppError {
  return new AppError({
    id: 'app.job.download_export_results_not_enabled',
    message: 'Downloading exports is disabled. Enable MessageExportSettings.DownloadExportResults.',
    status: 501,
  });
}

export function nothingToDownload(message: string, status: 400 | 404): AppError {
  return new AppError({id: 'api.job.unable_to_download_job', message, status});
}
