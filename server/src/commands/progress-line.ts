import type {WriteStream} from 'node:tty';

/** The progress of a long-running command. */
export interface Progress {
  /** The current phase in a word or two. Can be empty. */
  phase: string;
  /** The completed amount, in `unit`s. */
  done: number;
  /** A number from 0 to 1; undefined if the total is unknown. */
  share: number | undefined;
}

const REDRAW_MS = 100;
const PLAIN_LINE_MS = 5_000;
const BAR_WIDTH = 24;

/**
 * Shows progress on a stream: a line that is redrawn on a terminal, or otherwise a new line every five seconds. Nothing
 * is shown during the first second.
 */
export function createProgressLine({
  unit,
  stream = process.stderr,
  now = () => performance.now(),
}: {
  /** The unit that is counted, in the plural. */
  unit: string;
  stream?: Pick<WriteStream, 'isTTY' | 'columns' | 'write'>;
  now?: () => number;
}) {
  const started = now();
  let shown = started + 1_000 - (stream.isTTY ? REDRAW_MS : PLAIN_LINE_MS);
  let drawn = false;

  function describe({phase, done, share}: Progress): string {
    const seconds = (now() - started) / 1000;
    const rate = done / seconds;
    const parts = [`${count(done)} ${unit}`, `${count(Math.round(rate))}/s`];
    if (share !== undefined && share > 0.01) {
      parts.unshift(stream.isTTY ? `${bar(share)} ${percent(share)}` : percent(share));
      parts.push(`${duration((seconds / share) * (1 - share))} left`);
    }
    return phase === '' ? parts.join(', ') : `${phase}: ${parts.join(', ')}`;
  }

  return {
    show(progress: Progress): void {
      const time = now();
      if (time - shown < (stream.isTTY ? REDRAW_MS : PLAIN_LINE_MS)) return;
      shown = time;
      const text = describe(progress);
      if (stream.isTTY) {
        stream.write(`\r\x1b[2K${text.slice(0, (stream.columns ?? 80) - 1)}`);
        drawn = true;
      } else {
        stream.write(`${text}\n`);
      }
    },

    /** Clears the line, so that other output starts on a new line. */
    clear(): void {
      if (drawn) stream.write('\r\x1b[2K');
      drawn = false;
    },
  };
}

function bar(share: number): string {
  const full = Math.round(Math.min(share, 1) * BAR_WIDTH);
  return `[${'#'.repeat(full)}${' '.repeat(BAR_WIDTH - full)}]`;
}

function percent(share: number): string {
  return `${Math.floor(Math.min(share, 1) * 100)}%`;
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
