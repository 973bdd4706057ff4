import type {Readable} from 'node:stream';
import type {Batch, FileRecord} from '../batch.ts';
import {writeActiance} from './actiance.ts';
import {writeCsv} from './csv.ts';
import {writeGlobalRelay} from './global-relay.ts';
import {writeJsonl} from './jsonl.ts';

/** Where a format puts what it makes of a batch. */
export interface BatchOutput {
  /** Puts an entry into the archive. `rows` says how many records it holds, and is asked once all of it is in. */
  add(name: string, content: Readable | Buffer | AsyncIterable<Buffer>, rows?: () => number): Promise<void>;
  /** Opens a file that was sent; undefined, and a warning, if the file store does not have it. */
  open(file: FileRecord): Promise<Readable | undefined>;
  /** Notes what somebody should look at: in `warning.txt`, and as the job's outcome. */
  warn(text: string): void;
  /** An email that is ready, in the formats that make emails. */
  deliver(name: string, envelope: {from: string; to: readonly string[]}, content: Readable): Promise<void>;
}

export type FormatName = 'actiance' | 'csv' | 'globalrelay' | 'globalrelay-zip' | 'jsonl';

export const FORMATS: Readonly<Record<FormatName, (batch: Batch, output: BatchOutput) => Promise<void>>> = {
  actiance: writeActiance,
  csv: writeCsv,
  globalrelay: writeGlobalRelay,
  'globalrelay-zip': writeGlobalRelay,
  jsonl: writeJsonl,
};
