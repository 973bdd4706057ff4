import {join} from 'node:path';
import {DEFAULT_SAMPLE, writeSample} from '../../server/src/data-exchange/sample-data/sample-data.ts';
import type {BenchCase, Contender} from '../harness.ts';
import {importBulk, untilExit} from '../import-load.ts';
import type {Room} from '../room.ts';

const FEW = 100_000;
const MANY = Number(process.env.BENCH_LINES ?? 1_000_000);

const PEOPLE = 200;
const TEAMS = 5;
const CHANNELS_PER_TEAM = 50;

/** Imports a sample with about this many lines, each time into an empty database. */
async function imports(room: Room, lines: number): Promise<Contender> {
  const file = join(room.directory, `sample-${lines}.jsonl`);
  await writeSample(file, {
    ...DEFAULT_SAMPLE,
    users: PEOPLE,
    teams: TEAMS,
    channelsPerTeam: CHANNELS_PER_TEAM,
    postsPerChannel: lines / (TEAMS * CHANNELS_PER_TEAM),
  });
  let round = 0;
  return untilExit(() => {
    round++;
    return importBulk([file, '--apply'], {dataDirectory: join(room.directory, `data-${lines}-${round}`)});
  });
}

const importGrowth: BenchCase = {
  name: 'import-growth',
  description: `an import of ${MANY} lines in 300 MB of memory, compared with one of ${FEW}`,
  // A line in the large import can take 30% longer.
  goal: 0.77,
  unit: 'lines',
  start: async (room) => ({baseline: await imports(room, FEW), subject: await imports(room, MANY)}),
};

export default importGrowth;
