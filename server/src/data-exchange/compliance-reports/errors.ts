import {AppError} from '../../platform/errors/app-error.ts';

// Clients rely on these ids and statuses, including the spelling of "licence"
// (docs/specification.md#compliance-reports).

export function complianceUnavailable(why: string): AppError {
  return new AppError({id: 'ent.compliance.licence_disable.app_error', message: why, status: 501});
}

export function reportNotFound(id: string): AppError {
  return new AppError({
    id: 'app.compliance.get.finding.app_error',
    message: "This compliance report doesn't exist. It may have been deleted.",
    explanation: `There is no compliance report with the id ${id}.`,
    status: 404,
  });
}

export function archiveMissing(status: string): AppError {
  const messages: Record<string, string> = {
    running: 'The report is still being created. Try again when its status is "finished".',
    failed: 'The report failed, so there is nothing to download. See its error, then create a new report.',
    canceled: 'The report was canceled, so there is nothing to download.',
    removed: 'The report was removed.',
    finished: "The report's archive is no longer in the compliance directory. Create a new report.",
  };
  return new AppError({
    id: 'api.file.read_file.reading_local.app_error',
    message: messages[status] ?? 'There is nothing to download.',
    status: 501,
  });
}

export function invalidReport(field: string, message: string): AppError {
  return new AppError({
    id: `model.compliance.is_valid.${field}.app_error`,
    message,
    status: 400,
    path: field,
  });
}

export function notRunning(id: string, status: string): AppError {
  return new AppError({
    id: 'api.compliance.cancel.status.app_error',
    message: 'This report is not running. Only a running report can be canceled.',
    explanation: `The report ${id} is ${status}.`,
    status: 400,
  });
}

export function stillRunning(id: string): AppError {
  return new AppError({
    id: 'api.compliance.delete.status.app_error',
    message: 'This report is still running. Cancel it first.',
    explanation: `The report ${id} is still running.`,
    status: 400,
  });
}
