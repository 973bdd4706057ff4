import {AppError} from '../../platform/errors/app-error.ts';

const USERNAME = /^[a-z][a-z0-9._-]{2,21}$/;
const MAX_DISPLAY_NAME_RUNES = 64;
const MAX_DESCRIPTION_RUNES = 1024;

/** @throws AppError 400 unless a bot may have this username (specification, Bot creation inputs; decision 6). */
export function requireValidBotUsername(username: string): void {
  if (USERNAME.test(username)) return;
  throw new AppError({
    id: 'model.bot.is_valid.username.app_error',
    message: `A bot's username begins with a letter and has 3 to 22 of a–z, 0–9, ".", "-" and "_", and "${username.slice(0, 64)}" does not.`,
    status: 400,
    path: 'username',
  });
}

/** @throws AppError 400 for a display name or a description that is too long. */
export function requireValidBotTexts({
  displayName,
  description,
}: {
  displayName: string;
  description: string;
}): void {
  requireLength('display_name', displayName, MAX_DISPLAY_NAME_RUNES);
  requireLength('description', description, MAX_DESCRIPTION_RUNES);
}

function requireLength(field: 'display_name' | 'description', value: string, limit: number): void {
  const length = [...value].length;
  if (length <= limit) return;
  throw new AppError({
    id: `model.bot.is_valid.${field}.app_error`,
    message: `The ${field.replace('_', ' ')} has ${length} characters; at most ${limit} are allowed.`,
    status: 400,
    path: field,
  });
}
