import {AppError} from '../../platform/errors/app-error.ts';

// The texts are the specification's to the letter (Errors; decision 8), the ids and statuses those of the
// reference facts' section 2.4. Whoever calls a webhook sees no log: what the texts leave out is in `detailed_error`.

export function hooksDisabled(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.disabled.app_error',
    message: 'Incoming webhooks have been disabled by the system admin.',
    status: 501,
  });
}

export function managementDisabled(): AppError {
  return new AppError({
    id: 'api.incoming_webhook.disabled.app_error',
    message: 'Incoming webhooks have been disabled by the system admin.',
    status: 501,
  });
}

export function noText(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.text.app_error',
    message: 'No text specified.',
    status: 400,
    explanation: 'The payload has neither "text" nor "attachments" nor "blocks" with anything to show.',
    path: 'text',
  });
}

export function unknownKey(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.invalid.app_error',
    message: 'Invalid webhook.',
    status: 400,
    explanation: 'No webhook has this key, or it was deleted.',
  });
}

export function unknownUser(username: string): AppError {
  return new AppError({
    id: 'web.incoming_webhook.user.app_error',
    message: "Couldn't find the user",
    status: 400,
    explanation: `There is no user @${username.slice(0, 100)}.`,
    path: 'channel',
  });
}

export function unknownChannel(name: string): AppError {
  return new AppError({
    id: 'web.incoming_webhook.channel.app_error',
    message: "Couldn't find the channel",
    status: 404,
    explanation: `There is no channel ${name.slice(0, 100)} that is not archived in the webhook's team.`,
    path: 'channel',
  });
}

export function channelLocked(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.channel_locked.app_error',
    message: 'This webhook is not permitted to post to the requested channel.',
    status: 403,
    explanation: 'It is locked to its own channel. Leave out "channel", or unlock the webhook.',
    path: 'channel',
  });
}

export function creatorGone(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.user.app_error',
    message: "Couldn't find the user",
    status: 403,
    explanation: 'The account that the webhook belongs to is gone. Transfer the webhook to another owner.',
  });
}

export function noChannelPermission(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.permissions.app_error',
    message: 'Inappropriate channel permissions.',
    status: 403,
    explanation: "The webhook's owner cannot read the channel.",
    path: 'channel',
  });
}

export function directMessageToCreator(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.permissions.app_error',
    message: 'A webhook cannot send a direct message to the user who created it',
    status: 403,
    path: 'channel',
  });
}

export function badSignature(fault: string): AppError {
  return new AppError({id: 'web.incoming_webhook.signature.app_error', message: fault, status: 401});
}

export function tooManyRequests(retryAfter: number): AppError {
  return new AppError({
    id: 'web.incoming_webhook.rate_limit.app_error',
    message: `This webhook is called too often. Try again in ${Math.max(1, Math.ceil(retryAfter / 1000))} seconds.`,
    status: 429,
    retryAfter,
  });
}

export function hookNotFound(id: string): AppError {
  return new AppError({
    id: 'app.webhooks.get_incoming.app_error',
    message: `There is no incoming webhook with the id ${id}.`,
    status: 404,
  });
}

export function invalidHook(field: string, message: string): AppError {
  return new AppError({id: `model.incoming_hook.${field}.app_error`, message, status: 400, path: field});
}
