import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';

/** 400: there is nothing to post. */
export function emptyPost(): AppError {
  return invalidBodyParam('message', 'A post needs a message, a file or an attachment.');
}

/** 400: the thread that a reply names is not there, or not in this channel. */
export function invalidRoot(rootId: string, why: string): AppError {
  return new AppError({
    id: 'api.post.create_post.root_id.app_error',
    message: `Invalid root_id "${rootId}": ${why}`,
    status: 400,
    path: 'root_id',
  });
}

/** 400: nothing can be posted in an archived channel. */
export function channelArchived(name: string): AppError {
  return new AppError({
    id: 'api.post.create_post.can_not_post_to_deleted.error',
    message: `The channel "${name}" is archived, so nobody can post in it. Restore it first.`,
    status: 400,
    path: 'channel_id',
  });
}

/** 404: there is no such post, or it was deleted. */
export function postNotFound(id: string): AppError {
  return new AppError({
    id: 'app.post.get.app_error',
    message: `There is no post with the id ${id}.`,
    status: 404,
  });
}
