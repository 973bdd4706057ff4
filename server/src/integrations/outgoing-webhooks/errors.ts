import {AppError} from '../../platform/errors/app-error.ts';

export function hooksDisabled(): AppError {
  return new AppError({
    id: 'api.outgoing_webhook.disabled.app_error',
    message:
      'Outgoing webhooks have been disabled by the system admin (ServiceSettings.EnableOutgoingWebhooks).',
    status: 501,
  });
}

export function hookNotFound(id: string): AppError {
  return new AppError({
    id: 'app.webhooks.get_outgoing.app_error',
    message: `There is no outgoing webhook with the id ${id}.`,
    status: 404,
  });
}

export function deliveryNotFound(id: string): AppError {
  return new AppError({
    id: 'app.webhooks.get_outgoing_delivery.app_error',
    message: `This webhook has no delivery with the id ${id}. Deliveries are kept for a week.`,
    status: 404,
  });
}

export function noTrigger(): AppError {
  return new AppError({
    id: 'api.webhook.create_outgoing.triggers.app_error',
    message: 'Name a channel, or words that set the webhook off, or both.',
    status: 400,
    path: 'trigger_words',
  });
}

export function notPublic(): AppError {
  return new AppError({
    id: 'api.webhook.create_outgoing.not_open.app_error',
    message:
      'An outgoing webhook listens to public channels only, and to a private one if "allow_private_channel" is true.',
    status: 403,
    path: 'channel_id',
  });
}

/** 403: whoever makes a webhook for a private channel, and whose it is, must be in there. */
export function notInChannel(userId: string): AppError {
  return new AppError({
    id: 'api.webhook.create_outgoing.permissions.app_error',
    message: `An outgoing webhook listens to a private channel for its members only, and userId=${userId} is none.`,
    status: 403,
    path: 'channel_id',
  });
}

export function otherTeam(field: 'channel_id' | 'team_id'): AppError {
  return new AppError({
    id: 'api.webhook.team_mismatch.app_error',
    message:
      field === 'channel_id'
        ? "The channel belongs to another team than the webhook. Choose one of the webhook's team."
        : 'A webhook cannot move to another team. Make a new one there.',
    status: 400,
    path: field,
  });
}

/** Two webhooks that would call the same URL for the same word (docs/specification.md#outgoing-webhooks). */
export function overlapping(act: 'create' | 'update'): AppError {
  return new AppError({
    id: `api.webhook.${act}_outgoing.intersect.app_error`,
    message:
      'Another outgoing webhook in this channel calls the same URL for the same word: both would call it for one message. Change the word or the URL.',
    status: act === 'create' ? 500 : 400,
  });
}

export function invalidHook(field: string, message: string): AppError {
  return new AppError({
    id: `model.outgoing_hook.is_valid.${field}.app_error`,
    message,
    status: 400,
    path: field,
  });
}
