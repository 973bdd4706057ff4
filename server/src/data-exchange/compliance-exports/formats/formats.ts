import type {Batch} from '../batch.ts';
import {writeActiance} from './actiance.ts';
import type {BatchOutput} from './batch-output.ts';
import {writeCsv} from './csv.ts';
import {writeGlobalRelay} from './global-relay.ts';
import {writeJsonl} from './jsonl.ts';

export type FormatName = 'actiance' | 'csv' | 'globalrelay' | 'globalrelay-zip' | 'jsonl';

export const FORMATS: Readonly<Record<FormatName, (batch: Batch, output: BatchOutput) => Promise<void>>> = {
  actiance: writeActiance,
  csv: writeCsv,
  globalrelay: writeGlobalRelay,
  'globalrelay-zip': writeGlobalRelay,
  jsonl: writeJsonl,
};
