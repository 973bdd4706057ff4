import {runInWorker} from '../deadline-worker.ts';

/** A piece of code: plain text, or a node with a type such as `keyword`. */
export type Highlighted = string | {kind: string; parts: readonly Highlighted[]};

export interface HighlightRequest {
  code: string;
  /** The name or file extension of the language. */
  language: string;
}

/** In characters. Longer code isn't highlighted. */
const MAX_LENGTH = 200_000;
/** In milliseconds. For some texts, the patterns of a language would run for hours. */
const DEADLINE = 3000;

const highlightInWorker = runInWorker<HighlightRequest, readonly Highlighted[]>(
  () => new Worker(new URL('./highlighting-worker.ts', import.meta.url), {type: 'module'}),
  DEADLINE,
);

/** The pieces of `code`; undefined if its language is unknown, it is too long, or it takes too long. */
export async function highlight(
  request: HighlightRequest,
  signal: AbortSignal,
): Promise<readonly Highlighted[] | undefined> {
  return request.code.length > MAX_LENGTH ? undefined : highlightInWorker(request, signal);
}
