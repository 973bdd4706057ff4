import {MAX_MESSAGE_LENGTH} from '../../messaging/posts/schema.ts';

// The longest grapheme cluster to keep together. Longer ones, which no writing system uses, are split between code
// points.
const LONGEST_CLUSTER = 128;

const clusters = new Intl.Segmenter(undefined, {granularity: 'grapheme'});

/**
 * Splits a message into parts of at most `maxRunes` code points, each as long as possible
 * (docs/specification.md#long-messages). Never splits surrogate pairs or grapheme clusters. An empty message has one
 * empty part.
 */
export function splitMessage(message: string, maxRunes: number = MAX_MESSAGE_LENGTH): string[] {
  // A code point has at most two code units, so short texts don't need to be counted.
  if (message.length <= maxRunes) return [message];
  const parts: string[] = [];
  let start = 0;
  while (start < message.length) {
    const limit = advance(message, start, maxRunes);
    const end = limit === message.length ? limit : clusterBoundary(message, start, limit);
    parts.push(message.slice(start, end));
    start = end;
  }
  return parts;
}

/** The index `runes` code points after `start`, or the end of the text. */
function advance(text: string, start: number, runes: number): number {
  let index = start;
  for (let count = 0; count < runes && index < text.length; count++) {
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  }
  return index;
}

/** The last cluster boundary at or before `limit`; `limit` itself if there is none nearby. */
function clusterBoundary(text: string, start: number, limit: number): number {
  let from = Math.max(start, limit - LONGEST_CLUSTER);
  if (isLowSurrogate(text.charCodeAt(from))) from++;
  let boundary = from;
  for (const {index, segment} of clusters.segment(text.slice(from, limit + LONGEST_CLUSTER))) {
    if (from + index + segment.length > limit) break;
    boundary = from + index + segment.length;
  }
  return boundary > start && limit - boundary < LONGEST_CLUSTER ? boundary : limit;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
