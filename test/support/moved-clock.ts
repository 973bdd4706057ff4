// Preloaded into a server whose clock a test moves: SIGUSR2 makes it read anew by how many milliseconds its clock is off,
// from the file that MOVED_CLOCK names. Timers go on as they are, as they do when a machine's clock is set.

import {readFileSync, writeFileSync} from 'node:fs';

const file = process.env.MOVED_CLOCK!;
const SystemDate = Date;
let offset = 0;

class MovedDate extends SystemDate {
  constructor(...args: [] | [number]) {
    if (args.length === 0) super(MovedDate.now());
    else super(...args);
  }

  static override now(): number {
    return SystemDate.now() + offset;
  }
}

globalThis.Date = MovedDate as DateConstructor;
process.on('SIGUSR2', () => {
  offset = Number(readFileSync(file, 'utf8'));
  writeFileSync(`${file}.taken`, String(offset));
});
