import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {BenchCase} from '../harness.ts';
import {importBulk, untilEnd} from '../import-load.ts';

// What the reference server made up, and what it takes it: version 5.37, on two cores with PostgreSQL beside it.
const FILE = 'real-import-24k.jsonl.gz';
const LINES = 24_225;
const REFERENCE_SECONDS = 27;
const GOAL_SECONDS = 1.4;

const importReal: BenchCase = {
  name: 'import-real-24k',
  description: `an import of ${LINES} lines of a real server, passwords included, beside its ${REFERENCE_SECONDS} s`,
  goal: REFERENCE_SECONDS / GOAL_SECONDS,
  unit: 'lines',
  async start(room) {
    const file = join(process.env.REAL_IMPORTS ?? '', FILE);
    if (!existsSync(file)) throw new Error(`Set REAL_IMPORTS to the folder that has ${FILE}.`);
    let round = 0;
    return {
      baseline: {pid: 0, measure: async () => ({rate: LINES / REFERENCE_SECONDS, faults: []})},
      subject: untilEnd(async () => {
        round++;
        // An empty database of its own; the time to make it is not counted.
        const dataDirectory = join(room.directory, `data-${round}`);
        return importBulk([file, '--apply', '--create-direct-channels'], {dataDirectory});
      }),
    };
  },
};

export default importReal;
