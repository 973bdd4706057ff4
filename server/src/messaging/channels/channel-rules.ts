import type {AppError} from '../../platform/errors/app-error.ts';
import {channelRuleBroken} from './channel-errors.ts';
import {isDirectChannelName} from './channel-names.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const LIMITS = {display_name: 64, header: 1024, purpose: 250} as const;

/**
 * @throws AppError 400 unless a channel of a team may have the name: 1 to 64 of a–z, 0–9, "-" and "_", a letter or
 * digit first (docs/specification.md#names), and not in the form of a direct channel's name.
 */
export function requireValidChannelName(name: string): void {
  if (!NAME.test(name)) {
    throw channelRuleBroken(
      'model.channel.is_valid.1_or_more.app_error',
      `A channel's name has 1 to 64 of a–z, 0–9, "-" and "_" and begins with a letter or digit; "${name}" does not.`,
      'name',
    );
  }
  if (isDirectChannelName(name)) {
    throw channelRuleBroken(
      'model.channel.is_valid.name.app_error',
      `Only a direct channel may have a name such as "${name}".`,
      'name',
    );
  }
}

/** @throws AppError 400 unless the texts keep to their limits, which count runes (the same section). */
export function requireValidChannelTexts(texts: {
  display_name?: string;
  header?: string;
  purpose?: string;
}): void {
  for (const field of ['display_name', 'header', 'purpose'] as const) {
    const runes = [...(texts[field] ?? '')].length;
    if (runes > LIMITS[field]) throw tooLong(field, runes);
  }
}

function tooLong(field: keyof typeof LIMITS, runes: number): AppError {
  return channelRuleBroken(
    `model.channel.is_valid.${field}.app_error`,
    `A channel's ${field.replace('_', ' ')} has at most ${LIMITS[field]} characters, and this one has ${runes}.`,
    field,
  );
}
