import {AppError} from '../../platform/errors/app-error.ts';

/** 404: no team has this id. */
export function teamNotFound(id: string): AppError {
  return new AppError({
    id: 'app.team.get.find.app_error',
    message: "This team doesn't exist, or you don't have access.",
    explanation: `There is no team with the id ${id}.`,
    status: 404,
  });
}

/** 404: no team has this name, or the actor may not see it. */
export function teamNameNotFound(name: string): AppError {
  return new AppError({
    id: 'app.team.get_by_name.missing.app_error',
    message: `There is no team with the name "${name}".`,
    status: 404,
  });
}

/** 404: no team has this invite id. */
export function inviteNotFound(inviteId: string): AppError {
  return new AppError({
    id: 'app.team.get_by_invite_id.finding.app_error',
    message: "This invitation isn't valid. It may have been revoked, so ask for a new one.",
    explanation: `The invitation "${inviteId}" is not valid.`,
    status: 404,
  });
}

/** 404: the user is not in the team. */
export function notTeamMember(teamId: string, userId: string): AppError {
  return new AppError({
    id: 'app.team.get_member.missing.app_error',
    message: "This person isn't a member of the team.",
    explanation: `The user ${userId} is not a member of the team ${teamId}.`,
    status: 404,
  });
}

/** 400: the request breaks the rule identified by `id`. */
export function invalidTeam(id: string, message: string, path?: string, explanation?: string): AppError {
  return new AppError({id, message, status: 400, path, explanation});
}
