import type {Problem} from '../config/config-error.ts';
import type {LocalSettings} from '../config/local-settings.ts';
import type {Setting} from '../config/setting-list.ts';
import {AppError} from '../errors/app-error.ts';

/** 400: the settings have values that aren't allowed. */
export function invalidValues(problems: readonly Problem[]): AppError {
  const [first] = problems;
  return new AppError({id: first!.errorId, message: lines(problems), status: 400, path: first!.name});
}

/** 400: the settings come from this server's environment or file, so a change in the database would have no effect. */
export function setElsewhere(settings: readonly Setting[], {pins, file}: LocalSettings): AppError {
  const places = settings.map(({name, environmentName}) => {
    const pin = pins().get(name);
    if (pin?.source === 'environment')
      return `${name} is set by the environment variable ${pin.place}. Change it there and restart the server.`;
    if (pin) return `${name} is set in ${pin.place}, which overrides the database. Change it there.`;
    return `${name} can only be set in ${file} or with the environment variable ${environmentName}, on each server.`;
  });
  return new AppError({
    id: 'api.config.update.set_elsewhere.app_error',
    message: places.join('\n'),
    status: 400,
    path: settings[0]!.name,
  });
}

/** 409: `config.json` was changed and is no longer valid. */
export function fileIsInvalid(problems: readonly Problem[]): AppError {
  return new AppError({
    id: 'api.config.update.file_is_invalid.app_error',
    message: `Nothing was changed, because config.json is no longer valid. Fix it first.\n${lines(problems)}`,
    status: 409,
  });
}

/** 404: the history doesn't have this version. */
export function versionNotFound(version: number): AppError {
  return new AppError({
    id: 'api.config.history.not_found.app_error',
    message: `The history of the settings has no version ${version}.`,
    status: 404,
    path: 'version',
  });
}

function lines(problems: readonly Problem[]): string {
  return problems.map(({line}) => line).join('\n');
}
