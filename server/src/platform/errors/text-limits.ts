import {countCodePoints} from '../formats/code-points.ts';
import type {AppError} from './app-error.ts';

/** A field, its text, and its maximum number of characters. */
export type TextLimit = readonly [field: string, text: string, limit: number];

/** Throws the error that `createError` returns for the first text that exceeds its limit. */
export function checkTextLimits(
  limits: readonly TextLimit[],
  createError: (field: string, message: string) => AppError,
): void {
  for (const [field, text, limit] of limits) {
    const length = countCodePoints(text);
    if (length > limit) {
      throw createError(field, `This text has ${length} characters; at most ${limit} are allowed.`);
    }
  }
}
