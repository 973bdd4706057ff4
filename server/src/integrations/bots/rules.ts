import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';

const MAX_DISPLAY_NAME_RUNES = 64;
const MAX_DESCRIPTION_RUNES = 1024;

/** @throws AppError 400 for a display name or description that is too long */
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
  const length = countCodePoints(value);
  if (length <= limit) return;
  throw new AppError({
    id: `model.bot.is_valid.${field}.app_error`,
    message: `The ${field.replace('_', ' ')} has ${length} characters. At most ${limit} are allowed.`,
    status: 400,
    path: field,
  });
}
