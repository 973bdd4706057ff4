import type {AppError} from '../../platform/errors/app-error.ts';
import {channelRuleBroken} from './channel-errors.ts';
import {isDirectChannelName} from './channel-names.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const LIMITS = {display_name: 64, header: 1024, purpose: 250} as const;

/**
 * @throws AppError 400 unless the name is valid for a team channel: 1 to 64 of a–z, 0–9, "-" and "_", starting with a
 * letter or digit (docs/specification.md#names), and not in the form of a direct channel's name.
 */
export function requireValidChannelName(name: string): void {
  if (!NAME.test(name)) {
    throw channelRuleBroken(
      'model.channel.is_valid.1_or_more.app_error',
      `A channel name must have 1 to 64 of a–z, 0–9, "-" and "_" and start with a letter or digit; "${name}" does not.`,
      'name',
    );
  }
  if (isDirectChannelName(name)) {
    throw channelRuleBroken(
      'model.channel.is_valid.name.app_error',
      `Only a direct channel can have a name like "${name}".`,
      'name',
    );
  }
}

/** @throws AppError 400 if a text exceeds its limit, counted in runes (docs/specification.md#names). */
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
    `A channel ${field.replace('_', ' ')} can have at most ${LIMITS[field]} characters, but this one has ${runes}.`,
    field,
  );
}
