import type {OperatorLog} from '../logging/operator-log.ts';
import {startWorkerProcess, type WorkerProcess} from '../processes/worker-process.ts';
import type {DocumentKind} from './document-kind.ts';
import type {ExtractionLimits, ExtractionTask} from './extraction-process.ts';

const ENTRY = new URL('./extraction-process.ts', import.meta.url);

/** The limits for one document. */
export const EXTRACTION_LIMITS: ExtractionLimits = {
  maxLength: 1024 * 1024,
  maxMillis: 30_000,
  maxBytes: 512 * 1024 * 1024,
};

export interface TextExtractor {
  /**
   * The text of a local file, up to the limits.
   *
   * @throws Error if the document is damaged, protected or takes too much time or memory
   */
  extract(file: string, kind: DocumentKind, signal: AbortSignal): Promise<string>;
  /** Ends the process. */
  end(): Promise<void>;
}

/**
 * Extracts the text of documents that people upload, in a separate process with limits for time and memory. It starts
 * with the first document, and handles one document at a time.
 */
export function createTextExtractor(
  log: OperatorLog,
  limits: ExtractionLimits = EXTRACTION_LIMITS,
): TextExtractor {
  let worker: WorkerProcess<ExtractionTask, string> | undefined;

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.end();
  }

  return {
    async extract(file, kind, signal) {
      worker ??= startWorkerProcess<ExtractionTask, string>(ENTRY, {setup: limits, log});
      try {
        return await worker.call({file, kind}, {signal});
      } catch (error) {
        // It may have exited, or a library may be in an undefined state.
        await end();
        throw error;
      }
    },
    end,
  };
}
