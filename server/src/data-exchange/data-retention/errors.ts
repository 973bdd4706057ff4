import {AppError, invalidBodyParam, notImplemented} from '../../platform/errors/app-error.ts';

export function retentionUnavailable(): AppError {
  return notImplemented(
    'ent.data_retention.generic.license.error',
    'Data retention requires LicenseSettings.Tier to be "enterprise".',
  );
}

export function policyMissing(id: string): AppError {
  return new AppError({
    id: 'app.data_retention.policy_missing.app_error',
    message: "This retention policy doesn't exist. It may have been deleted.",
    explanation: `There is no retention policy ${id}.`,
    status: 404,
  });
}

export function recordMissing(jobId: string): AppError {
  return new AppError({
    id: 'app.data_retention.record_missing.app_error',
    message: 'This job has no record of deletions, or its file is no longer in the export directory.',
    explanation: `There is no record of deletions by the job ${jobId}, or its file is no longer in the export directory.`,
    status: 404,
  });
}

export function invalidTarget(path: string, message: string, explanation: string): AppError {
  return new AppError({
    id: 'app.data_retention.invalid_target.app_error',
    message,
    explanation,
    status: 400,
    path,
  });
}

export function invalidProposal(name: string, value: string, most: number): AppError {
  return invalidBodyParam(`data.${name}`, {
    message: `The time must be from 1 to ${most} hours.`,
    explanation: `It must be a number of hours, not ${JSON.stringify(value.slice(0, 100))}.`,
  });
}
