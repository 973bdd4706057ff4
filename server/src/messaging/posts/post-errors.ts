import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';

/** 400: the post is empty. */
export function emptyPost(): AppError {
  return invalidBodyParam('message', 'A post needs a message, a file or an attachment.');
}

/** 400: the root of a reply doesn't exist or is in another channel. */
export function invalidRoot(rootId: string, reason: string): AppError {
  return new AppError({
    id: 'api.post.create_post.root_id.app_error',
    message: `The reply was not sent: ${reason}`,
    explanation: `Invalid root_id "${rootId}".`,
    status: 400,
    path: 'root_id',
  });
}

/** 400: the channel is archived. */
export function channelArchived(name: string): AppError {
  return new AppError({
    id: 'api.post.create_post.can_not_post_to_deleted.error',
    message: `The channel "${name}" is archived, so you cannot post to it. Unarchive it first.`,
    params: {name},
    status: 400,
    path: 'channel_id',
  });
}

/** 404: the channel was permanently deleted while the post was being created. */
export function channelDeleted(id: string): AppError {
  return new AppError({
    id: 'app.channel.get.existing.app_error',
    message: 'The channel was deleted, so the message was not posted.',
    explanation: `The channel ${id} was deleted, so the message was not posted.`,
    status: 404,
    path: 'channel_id',
  });
}

/** 404: the post doesn't exist or was deleted. */
export function postNotFound(id: string): AppError {
  return new AppError({
    id: 'app.post.get.app_error',
    message: "This message doesn't exist, or you don't have access.",
    explanation: `There is no post with the id ${id}.`,
    status: 404,
  });
}
