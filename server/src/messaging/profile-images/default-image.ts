import {hash} from 'node:crypto';
import {LETTER_STROKES} from './letter-strokes.ts';

/** The width and height of profile images and team icons in pixels. */
export const IMAGE_SIDE = 128;

/** White text has a contrast of at least 5:1 on each of these. */
export const BACKGROUNDS = [
  '#1c6480',
  '#25664a',
  '#85450f',
  '#763a9a',
  '#9d2b57',
  '#3c4e9e',
  '#53600f',
  '#9c3626',
  '#0c6464',
  '#654838',
  '#465672',
  '#862c7e',
] as const;

/** The content of a generated image. There are few combinations, so each is drawn only once. */
export interface DefaultImage {
  /** An index of {@link BACKGROUNDS}. */
  background: number;
  /** A letter or digit; empty if the name has none. */
  letter: string;
}

/** The image of a user without a profile image: the first letter of their name on a color derived from their id. */
export function defaultImageFor({id, username}: {id: string; username: string}): DefaultImage {
  return {
    background: hash('sha256', id, 'buffer')[0]! % BACKGROUNDS.length,
    letter: /[a-z0-9]/.exec(username)?.[0] ?? '',
  };
}

/** The generated image as SVG. */
export function drawDefaultImage({background, letter}: DefaultImage): string {
  const strokes = LETTER_STROKES[letter];
  const mark = strokes
    ? `<path d="${strokes}" transform="translate(40 32)"/>`
    : '<circle cx="64" cy="50" r="18"/><path d="M28 108 A36 32 0 0 1 100 108"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_SIDE}" height="${IMAGE_SIDE}" viewBox="0 0 128 128">
<rect width="128" height="128" fill="${BACKGROUNDS[background]}"/>
<g fill="none" stroke="#ffffff" stroke-width="10" stroke-linecap="round" stroke-linejoin="round">${mark}</g>
</svg>`;
}
