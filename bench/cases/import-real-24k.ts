import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {BenchCase} from '../harness.ts';
import {importBulk, untilExit} from '../import-load.ts';

// The time of the reference server, version 5.37, on two cores with PostgreSQL on the same machine.
const FILE = 'real-import-24k.jsonl.gz';
const LINES = 24_225;
const REFERENCE_SECONDS = 27;
const GOAL_SECONDS = 1.4;

const importReal: BenchCase = {
  name: 'import-real-24k',
  description: `an import of ${LINES} lines of a real server, passwords included, compared with its ${REFERENCE_SECONDS} s`,
  goal: REFERENCE_SECONDS / GOAL_SECONDS,
  unit: 'lines',
  async start(room) {
    const file = join(process.env.REAL_IMPORTS ?? '', FILE);
    if (!existsSync(file)) throw new Error(`Set REAL_IMPORTS to the folder with ${FILE}.`);
    let round = 0;
    return {
      baseline: {pid: 0, measure: async () => ({rate: LINES / REFERENCE_SECONDS, faults: []})},
      subject: untilExit(async () => {
        round++;
        // Create the empty database before, so that its time isn't measured.
        const dataDirectory = join(room.directory, `data-${round}`);
        return importBulk([file, '--apply', '--create-direct-channels'], {dataDirectory});
      }),
    };
  },
};

export default importReal;
