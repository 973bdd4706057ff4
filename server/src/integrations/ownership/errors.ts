import type {Actor} from '../../messaging/permissions/permissions.ts';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';

/** 400, or 403 for the actor: the user cannot own the webhook. */
export function cannotOwn(actor: Actor, userId: string, why: string): AppError {
  const isActor = userId === actor.userId;
  return new AppError({
    id: 'api.webhook.owner.app_error',
    message: `${isActor ? 'You' : 'This user'} cannot own the webhook: ${why}`,
    status: isActor ? 403 : 400,
    path: 'user_id',
  });
}

/** 403: someone accepted the webhook in the meantime. */
export function ownerChanged(): AppError {
  return forbidden('the owner of the webhook has changed');
}

export function transferNotFound(): AppError {
  return new AppError({
    id: 'api.integration_transfer.not_found.app_error',
    message:
      'There is no such transfer. It may have been canceled or expired, the webhook may have been deleted, or the person who offered it may no longer manage it.',
    status: 404,
  });
}

/** 400: the new owner could not manage the webhook. */
export function cannotManage(permission: string): AppError {
  return new AppError({
    id: 'api.integration_transfer.permissions.app_error',
    message: `This user cannot own the webhook: they don't have permission to manage webhooks of this kind in the team (${permission}). Choose someone who does, or ask a system administrator to transfer it.`,
    status: 400,
    path: 'user_id',
  });
}

/** For a webhook created for another user; `field` is where the request names that user. */
export function notForOthers(field: string): AppError {
  return new AppError({
    id: 'api.context.permissions.app_error',
    message: `Only a system administrator can create a webhook for someone else. Leave out ${field} to own it yourself; you can transfer it later.`,
    status: 403,
    path: field,
  });
}

/** 400: the team has the maximum number of integrations of a kind. */
export function tooMany({
  permissions,
  noun,
  maxPerTeam,
}: {
  permissions: string;
  noun: string;
  maxPerTeam: number;
}): AppError {
  return new AppError({
    id: `app.${permissions}.too_many.app_error`,
    message: `The team already has ${maxPerTeam} ${noun}s of this kind, which is the maximum. Delete some of them first.`,
    status: 400,
    path: 'team_id',
  });
}
