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
    message: "This outgoing webhook doesn't exist. It may have been deleted.",
    explanation: `There is no outgoing webhook with the id ${id}.`,
    status: 404,
  });
}

export function deliveryNotFound(id: string): AppError {
  return new AppError({
    id: 'app.webhooks.get_outgoing_delivery.app_error',
    message: "This delivery doesn't exist. Deliveries are kept for a week.",
    explanation: `This webhook has no delivery with the id ${id}. Deliveries are kept for a week.`,
    status: 404,
  });
}

export function noTrigger(): AppError {
  return new AppError({
    id: 'api.webhook.create_outgoing.triggers.app_error',
    message: 'Specify a channel, trigger words, or both.',
    status: 400,
    path: 'trigger_words',
  });
}

export function notPublic(): AppError {
  return new AppError({
    id: 'api.webhook.create_outgoing.not_open.app_error',
    message:
      'An outgoing webhook can only be triggered in public channels, or in a private channel if "allow_private_channel" is true.',
    status: 403,
    path: 'channel_id',
  });
}

/** 403: the creator and the owner of a webhook for a private channel must be members of it. */
export function notInChannel(userId: string): AppError {
  return new AppError({
    id: 'api.webhook.create_outgoing.permissions.app_error',
    message: 'Only members of a private channel can have an outgoing webhook for it.',
    explanation: `The user ${userId} is not a member of the channel.`,
    status: 403,
    path: 'channel_id',
  });
}

export function otherTeam(field: 'channel_id' | 'team_id'): AppError {
  return new AppError({
    id: 'api.webhook.team_mismatch.app_error',
    message:
      field === 'channel_id'
        ? "The channel belongs to another team. Choose a channel of the webhook's team."
        : 'A webhook cannot move to another team. Create a new one there.',
    status: 400,
    path: field,
  });
}

/** Two webhooks would call the same URL for the same trigger word (docs/specification.md#outgoing-webhooks). */
export function overlapping(act: 'create' | 'update'): AppError {
  return new AppError({
    id: `api.webhook.${act}_outgoing.intersect.app_error`,
    message:
      'Another outgoing webhook in this channel calls the same URL for the same trigger word, so one message would trigger both. Change the trigger word or the URL.',
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
