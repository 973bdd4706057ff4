import type {Batch} from '../batch.ts';
import {writeActiance} from './actiance.ts';
import type {BatchOutput} from './batch-output.ts';
import {writeCsv} from './csv.ts';
import {writeJsonl} from './jsonl.ts';

export type FormatName = 'actiance' | 'csv' | 'globalrelay' | 'globalrelay-zip' | 'jsonl';

type WriteFormat = (batch: Batch, output: BatchOutput) => Promise<void>;

// Loaded when it is written: it composes emails with a library that no other format needs.
const writeGlobalRelay: WriteFormat = async (batch, output) => {
  const format = await import('./global-relay.ts');
  await format.writeGlobalRelay(batch, output);
};

export const FORMATS: Readonly<Record<FormatName, WriteFormat>> = {
  actiance: writeActiance,
  csv: writeCsv,
  globalrelay: writeGlobalRelay,
  'globalrelay-zip': writeGlobalRelay,
  jsonl: writeJsonl,
};
