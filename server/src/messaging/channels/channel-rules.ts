import type {AppError} from '../../platform/errors/app-error.ts';
import {invalidChannel} from './channel-errors.ts';
import {isDirectChannelName} from './channel-names.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const LIMITS = {display_name: 64, header: 1024, purpose: 250} as const;
const MAX_BANNER = 1024;

/**
 * @throws AppError 400 unless the name is valid for a team channel: 1 to 64 of a–z, 0–9, "-" and "_", starting with a
 * letter or digit (docs/specification.md#names), and not in the form of a direct channel's name.
 */
export function requireValidChannelName(name: string): void {
  if (!NAME.test(name)) {
    throw invalidChannel(
      'model.channel.is_valid.1_or_more.app_error',
      `A channel name must have 1 to 64 of a–z, 0–9, "-" and "_" and start with a letter or digit; "${name}" does not.`,
      'name',
    );
  }
  if (isDirectChannelName(name)) {
    throw invalidChannel(
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

/** @throws AppError 400 for a banner that is shown without a text or color, or with a text that is too long. */
export function requireValidBanner({
  enabled,
  text = '',
  background_color: color = '',
}: {
  enabled?: boolean;
  text?: string;
  background_color?: string;
}): void {
  if (!enabled) return;
  const runes = [...text].length;
  if (text.trim() === '' || runes > MAX_BANNER) {
    const problem = text.trim() === '' ? 'text.empty' : 'text.invalid_length';
    throw invalidChannel(
      `model.channel.is_valid.banner_info.${problem}.app_error`,
      `The text of a banner needs 1 to ${MAX_BANNER} characters, but this one has ${runes}.`,
      'banner_info.text',
    );
  }
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) {
    throw invalidChannel(
      'model.channel.is_valid.banner_info.background_color.empty.app_error',
      `The color of a banner must be like #aa0000, not "${color}".`,
      'banner_info.background_color',
    );
  }
}

function tooLong(field: keyof typeof LIMITS, runes: number): AppError {
  return invalidChannel(
    `model.channel.is_valid.${field}.app_error`,
    `A channel ${field.replace('_', ' ')} can have at most ${LIMITS[field]} characters, but this one has ${runes}.`,
    field,
  );
}
