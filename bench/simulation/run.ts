// Prints what a company in three regions would see, with and without the failure of one: node bench/simulation/run.ts

import {type Outcome, seededRandom, simulate, type World} from './cells.ts';
import {THREE_REGIONS} from './three-regions.ts';

function print(title: string, {request, delivery, ...counts}: Outcome): void {
  console.log(`\n${title}`);
  for (const [what, values] of Object.entries({request, delivery})) {
    for (const [kind, {count, p50, p99}] of Object.entries(values)) {
      console.log(`  ${what} (${kind}): ${count}, p50 ${p50} ms, p99 ${p99} ms`);
    }
  }
  console.log(`  ${JSON.stringify(counts)}`);
}

const failure: NonNullable<World['failure']> = {region: 'Europe', at: 300};
for (const replication of ['asynchronous', 'synchronous'] as const) {
  print(`${replication}, no failure`, simulate({...THREE_REGIONS, replication}, seededRandom(1)));
  print(
    `${replication}, ${failure.region} fails after ${failure.at} s`,
    simulate({...THREE_REGIONS, replication, failure}, seededRandom(1)),
  );
}
