import type {PostRow} from '../../data/posts/post-rows.ts';
import {loadedPost} from '../../data/posts/posts.ts';
import type {RowProps} from './post-row.tsx';

type Place = RowProps['place'];

/** Heights in pixels that rows had when they were last drawn, by place and key. The longest ago come first. */
const drawn = {channel: new Map<string, number>(), thread: new Map<string, number>()};
const MAX_HEIGHTS = 5_000;

/** Estimates, in pixels. */
const MESSAGE = 30;
const HEADER = 32;
const BEGINNING = 180;
const OTHER = 36;
const LINE = 22;
const CHARACTER = 7;
/** Beside the text: the author's picture and the margins. */
const MARGINS = 80;
/** Lines are not longer on wide screens (`--reading-width`). */
const MAX_LINE = 750;
/** Longer messages are collapsed. */
const MAX_LINES = 20;

/** Keeps the heights of the rows that a list has drawn, for the next time that it opens. */
export function rememberHeights(place: Place, heights: ReadonlyMap<unknown, number>): void {
  const known = drawn[place];
  for (const [key, height] of heights) {
    known.delete(String(key));
    known.set(String(key), height);
  }
  for (const key of known.keys()) {
    if (known.size <= MAX_HEIGHTS) break;
    known.delete(key);
  }
}

/** The height in pixels that a row has or probably has, in a list with this width in pixels. */
export function estimatedHeight(row: PostRow, place: Place, width: number): number {
  return drawn[place].get(row.key) ?? firstEstimate(row, width);
}

function firstEstimate(row: PostRow, width: number): number {
  if (row.kind !== 'post' && row.kind !== 'pending') return row.kind === 'beginning' ? BEGINNING : OTHER;
  const perLine = Math.max(1, Math.min(width - MARGINS, MAX_LINE) / CHARACTER);
  const message = (row.kind === 'post' ? loadedPost(row.id) : row.post)?.message ?? '';
  return MESSAGE + (row.follows ? 0 : HEADER) + LINE * (countLines(message, perLine) - 1);
}

function countLines(text: string, perLine: number): number {
  let lines = 0;
  for (let from = 0; lines < MAX_LINES; ) {
    const end = text.indexOf('\n', from);
    lines += Math.max(1, Math.ceil(((end < 0 ? text.length : end) - from) / perLine));
    if (end < 0) break;
    from = end + 1;
  }
  return Math.min(lines, MAX_LINES);
}
