import {AppError} from '../../platform/errors/app-error.ts';

export function importFileMissing(name: string): AppError {
  return new AppError({
    id: 'app.import.file_missing.app_error',
    message: `The import directory has no file ${JSON.stringify(name)}. GET /imports lists the files.`,
    status: 404,
    path: 'import_file',
  });
}

export function importFileInUse(name: string, jobId: string): AppError {
  return new AppError({
    id: 'app.import.file_in_use.app_error',
    message: `${name} is being imported. Cancel the job first.`,
    explanation: `It is imported by the job ${jobId}.`,
    status: 409,
  });
}

export function invalidJobData(key: string, message: string): AppError {
  return new AppError({
    id: 'api.context.invalid_body_param.app_error',
    message,
    status: 400,
    path: `data.${key}`,
  });
}

export function reportMissing(jobId: string): AppError {
  return new AppError({
    id: 'app.import.report.app_error',
    message:
      'This import has no report. Reports are available for finished jobs until ImportSettings.RetentionDays have passed.',
    explanation: `There is no report for the import job ${jobId}.`,
    status: 404,
  });
}
