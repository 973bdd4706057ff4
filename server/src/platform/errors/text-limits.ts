import {countCodePoints} from '../formats/code-points.ts';
import type {AppError} from './app-error.ts';

/** A field, its text, and how many characters it may have. */
export type TextLimit = readonly [field: string, text: string, limit: number];

/** @throws what `refuse` makes of the first text that is longer than its limit. */
export function checkTextLimits(
  limits: readonly TextLimit[],
  refuse: (field: string, message: string) => AppError,
): void {
  for (const [field, text, limit] of limits) {
    const length = countCodePoints(text);
    if (length > limit) {
      throw refuse(field, `"${field}" has ${length} characters; at most ${limit} are allowed.`);
    }
  }
}
