import {AppError} from '../../platform/errors/app-error.ts';

// The texts, ids and statuses are fixed, because senders compare them (docs/webhooks.md#errors and
// docs/compatibility.md#webhooks-dialogs-and-bots, row 8). Senders don't see the log, so details are in
// `detailed_error`.

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

/** 400: the body is no payload. `path` is the member that is wrong. */
export function unparsable(explanation: string, path?: string): AppError {
  return new AppError({
    id: 'model.incoming_hook.parse_data.app_error',
    message: 'Unable to parse incoming data',
    status: 400,
    explanation,
    path,
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

/** 403: the webhook cannot act for its owner, whose account is gone, deactivated or a bot's. */
export function ownerNotUsable(why: string): AppError {
  return new AppError({
    id: 'web.incoming_webhook.user.app_error',
    message: "Couldn't find the user",
    status: 403,
    explanation: `The webhook's owner cannot be used: ${why} Transfer the webhook to another owner.`,
  });
}

/** 403: the webhook's owner cannot post in the channel. */
export function cannotReachChannel(why: string): AppError {
  return new AppError({
    id: 'web.incoming_webhook.permissions.app_error',
    message: 'Inappropriate channel permissions.',
    status: 403,
    explanation: `The webhook's owner cannot post in this channel: ${why}`,
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

/** 403: the caller named somebody else as the owner. */
export function notForOthers(): AppError {
  return new AppError({
    id: 'api.context.permissions.app_error',
    message:
      'Only a system administrator can create a webhook for someone else. Leave out user_id to own it yourself; you can transfer it later.',
    status: 403,
    path: 'user_id',
  });
}

export function invalidHook(field: string, message: string): AppError {
  return new AppError({id: `model.incoming_hook.${field}.app_error`, message, status: 400, path: field});
}
