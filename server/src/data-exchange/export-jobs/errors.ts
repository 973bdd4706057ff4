import {AppError} from '../../platform/errors/app-error.ts';

export function exportMissing(name: string): AppError {
  return new AppError({
    id: 'api.export.export_not_found.app_error',
    message: `The export directory has no file ${JSON.stringify(name.slice(0, 255))}. GET /exports lists the files.`,
    status: 404,
  });
}

export function invalidExportOption(key: string, message: string): AppError {
  return new AppError({
    id: 'api.context.invalid_body_param.app_error',
    message,
    status: 400,
    path: `data.${key}`,
  });
}
