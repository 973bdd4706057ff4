import {runInWorker} from '../deadline-worker.ts';

/** A piece of code: plain, or with a type such as `keyword`. */
export type Highlighted = string | {kind: string; parts: readonly Highlighted[]};

export interface HighlightRequest {
  code: string;
  /** The name or file extension of the language. */
  language: string;
}

/** Longer code isn't highlighted, in characters. */
const LONGEST = 200_000;
/** Milliseconds. Some texts would take the patterns of a language hours. */
const DEADLINE = 3000;

const highlightInWorker = runInWorker<HighlightRequest, readonly Highlighted[]>(
  () => new Worker(new URL('./highlighting-worker.ts', import.meta.url), {type: 'module'}),
  DEADLINE,
);

/** The pieces of `code`; undefined for plain text: of an unknown language, too long, or too slow. */
export async function highlight(
  request: HighlightRequest,
  signal: AbortSignal,
): Promise<readonly Highlighted[] | undefined> {
  return request.code.length > LONGEST ? undefined : highlightInWorker(request, signal);
}
