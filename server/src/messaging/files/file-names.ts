import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';

/** The maximum length of a name in runes, which is the width of its column. */
const MAX_NAME_RUNES = 256;
const MAX_EXTENSION_RUNES = 64;

/**
 * The name under which a file is shown and saved: the last segment of a Unix or Windows path, without control
 * characters and bidirectional marks, normalized to NFC for searches.
 *
 * @throws AppError 400 if the result is empty or too long.
 */
export function cleanFileName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1)!;
  const name = last.normalize('NFC').replace(UNSAFE_CHARACTERS, '').trim();
  if (name === '' || /^\.+$/.test(name))
    throw invalidName(`${JSON.stringify(fileName.slice(0, 100))} is not a file name.`);
  const runes = countCodePoints(name);
  if (runes > MAX_NAME_RUNES) {
    throw invalidName(`It can have at most ${MAX_NAME_RUNES} characters, but this one has ${runes}.`);
  }
  return name;
}

// Control characters and bidirectional marks, which can make "gpj.exe" look like "exe.jpg".
const UNSAFE_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The lower-case extension after the last dot, or empty if there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return '';
  const extension = name.slice(dot + 1).toLowerCase();
  return countCodePoints(extension) > MAX_EXTENSION_RUNES ? '' : extension;
}

function invalidName(reason: string): AppError {
  return new AppError({
    id: 'api.file.upload_file.invalid_name.app_error',
    message: `The file needs a name. ${reason}`,
    status: 400,
    path: 'filename',
  });
}
