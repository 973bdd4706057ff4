// The baseline for validation: reads a file and parses each line as JSON. Argument: the file.

import {createReadStream} from 'node:fs';
import {createInterface} from 'node:readline';

const started = performance.now();
let lines = 0;
for await (const line of createInterface({input: createReadStream(process.argv[2]!)})) {
  JSON.parse(line);
  lines++;
}
console.log(JSON.stringify({lines, seconds: (performance.now() - started) / 1000, ending: 'done'}));
