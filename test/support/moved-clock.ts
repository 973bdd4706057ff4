// Preloaded into a server to change its clock: at startup and on SIGUSR2, it reads the offset of the clock in
// milliseconds from the file MOVED_CLOCK. Timers don't change, just as when a machine's clock is set.

import {existsSync, readFileSync, writeFileSync} from 'node:fs';

const file = process.env.MOVED_CLOCK!;
const SystemDate = Date;
let offset = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;

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
