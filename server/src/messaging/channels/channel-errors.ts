import {AppError} from '../../platform/errors/app-error.ts';

/** 404: no channel has this id. */
export function channelNotFound(id: string): AppError {
  return new AppError({
    id: 'app.channel.get.existing.app_error',
    message: "This channel doesn't exist, or you don't have access.",
    explanation: `There is no channel with the id ${id}.`,
    status: 404,
  });
}

/** 404: no channel in the team has this name, or the actor may not see it. */
export function channelNameNotFound(name: string): AppError {
  return new AppError({
    id: 'app.channel.get_by_name.missing.app_error',
    message: `There is no channel with the name "${name}" here.`,
    status: 404,
  });
}

/** 404: the user is not in the channel. */
export function notChannelMember(channelId: string, userId: string): AppError {
  return new AppError({
    id: 'app.channel.get_member.missing.app_error',
    message: "This person isn't a member of the channel.",
    explanation: `The user ${userId} is not a member of the channel ${channelId}.`,
    status: 404,
  });
}

/** 400: another channel of the team, possibly archived, has the name. */
export function channelNameTaken(name: string): AppError {
  return new AppError({
    id: 'store.sql_channel.save_channel.exists.app_error',
    message: `A channel with the name "${name}" already exists on the same team. Choose another name, or unarchive that channel if it is archived.`,
    params: {name},
    status: 400,
    path: 'name',
  });
}

/** 400: the request breaks the rule identified by `id`. */
export function invalidChannel(id: string, message: string, path?: string, explanation?: string): AppError {
  return new AppError({id, message, status: 400, path, explanation});
}
