import {AppError} from '../../platform/errors/app-error.ts';

// Senders compare the texts, ids and statuses, so they are fixed (docs/webhooks.md#errors and
// docs/compatibility.md#webhooks-dialogs-and-bots, row 8). Senders cannot see the log, so `detailed_error` has the
// details.

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
    explanation: 'The payload has no visible content in "text", "attachments" or "blocks".',
    path: 'text',
  });
}

/** 400: the body is not a valid payload. `path` is the invalid field. */
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
    explanation: `The webhook's team has no active channel ${name.slice(0, 100)}.`,
    path: 'channel',
  });
}

export function channelLocked(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.channel_locked.app_error',
    message: 'This webhook is not permitted to post to the requested channel.',
    status: 403,
    explanation: 'The webhook is locked to its channel. Leave out "channel", or unlock the webhook.',
    path: 'channel',
  });
}

/** 403: the webhook cannot act for its owner, because the account is deleted, deactivated or a bot. */
export function ownerNotUsable(why: string): AppError {
  return new AppError({
    id: 'web.incoming_webhook.user.app_error',
    message: "Couldn't find the user",
    status: 403,
    explanation: `The webhook cannot act for its owner: ${why} Transfer the webhook to another owner.`,
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
    message: "This incoming webhook doesn't exist. It may have been deleted.",
    explanation: `There is no incoming webhook with the id ${id}.`,
    status: 404,
  });
}

/** 400: a field of the webhook is invalid. */
export function invalidHook(field: string, message: string): AppError {
  return new AppError({id: `model.incoming_hook.${field}.app_error`, message, status: 400, path: field});
}
