import {AppError} from '../../platform/errors/app-error.ts';

export function commandsDisabled(): AppError {
  return new AppError({
    id: 'api.command.disabled.app_error',
    message: 'Commands have been disabled by the system admin (ServiceSettings.EnableCommands).',
    status: 501,
  });
}

export function noCommand(): AppError {
  return new AppError({
    id: 'api.command.execute_command.start.app_error',
    message: 'A command starts with a slash and a word, for example /away.',
    status: 400,
    path: 'command',
  });
}

export function unknownCommand(trigger: string): AppError {
  return new AppError({
    id: 'api.command.execute_command.not_found.app_error',
    message: `The command /${trigger.slice(0, 128)} does not exist. To send it as a message, start with a space. For a list of commands, use /help.`,
    params: {name: trigger.slice(0, 128)},
    status: 404,
    path: 'command',
  });
}

/** The call of an integration failed. The client keeps the input. */
export function commandFailed(trigger: string, what: string, cause?: unknown): AppError {
  return new AppError({
    id: 'api.command.execute_command.failed.app_error',
    message: `Command with a trigger of '${trigger}' failed. ${what} Try again, or contact the owner of the command.`,
    status: 500,
    cause,
  });
}

export function commandReturnedError(trigger: string, status: number): AppError {
  return new AppError({
    id: 'api.command.execute_command.failed_resp.app_error',
    message: `Command with a trigger of '${trigger}' failed. The integration returned an error (HTTP ${status}). Try again, or contact the owner of the command.`,
    status: 500,
  });
}

/** 403: the command may no longer respond to the user or in their name. */
export function cannotRespond(trigger: string, why: string): AppError {
  return new AppError({
    id: 'api.command.response.forbidden.app_error',
    message: `The response to /${trigger} was not delivered: ${why}`,
    status: 403,
  });
}

export function commandNotFound(id: string): AppError {
  return new AppError({
    id: 'store.sql_command.save.get.app_error',
    message: "This slash command doesn't exist. It may have been deleted.",
    explanation: `There is no slash command with the id ${id}.`,
    status: 404,
  });
}

export function triggerTaken(trigger: string): AppError {
  return new AppError({
    id: 'api.command.duplicate_trigger.app_error',
    message: `The command /${trigger} already exists. Choose another trigger word.`,
    status: 400,
    path: 'trigger',
  });
}

export function invalidCommand(field: string, message: string): AppError {
  return new AppError({id: `model.command.is_valid.${field}.app_error`, message, status: 400, path: field});
}
