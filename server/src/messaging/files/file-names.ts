import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';

/** What a name may have: the width of its column, in characters (runes). */
const MAX_NAME_RUNES = 256;
const MAX_EXTENSION_RUNES = 64;

/**
 * The name that a file is shown and saved under: the last part of what may be a path of any system, without characters
 * that control a terminal or turn text around, composed (NFC), so that a search finds it however it was typed.
 *
 * @throws AppError 400 if nothing is left, or too much.
 */
export function cleanFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1)!;
  const name = last.normalize('NFC').replace(UNSHOWABLE, '').trim();
  if (name === '' || /^\.+$/.test(name))
    throw invalidName(`${JSON.stringify(given.slice(0, 100))} is not one.`);
  const runes = countCodePoints(name);
  if (runes > MAX_NAME_RUNES) {
    throw invalidName(`It has at most ${MAX_NAME_RUNES} characters, and this one has ${runes}.`);
  }
  return name;
}

// Controls, and the marks that change the direction of what follows: with them "gpj.exe" reads as "exe.jpg".
const UNSHOWABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What follows the last dot of a name, in lower case; empty if there is no dot, or no end. */
export function extensionOf(name: string): string {
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
