/** The number of lines that are kept, and how many characters of each. */
const MAX_LINES = 5_000;
const MAX_LINE_LENGTH = 4_000;

/** A line of the log: a time in ISO format, a level, a message and other members. */
export type LogEntry = {timestamp: string; level: string; msg: string} & Record<string, unknown>;

export type RecentLog = ReturnType<typeof createRecentLog>;

/** The latest lines of the log, in memory, so that administrators can read them without access to the machine. */
export function createRecentLog() {
  const lines: string[] = [];
  let count = 0;

  return {
    /** Adds a line of JSON, as the logger writes it. */
    write(line: string): void {
      lines[count++ % MAX_LINES] = line.slice(0, MAX_LINE_LENGTH);
    },

    /** The kept lines, newest first. */
    *entries(): Generator<LogEntry> {
      for (let index = count - 1; index >= Math.max(0, count - MAX_LINES); index--) {
        yield entryOf(lines[index % MAX_LINES]!);
      }
    },
  };
}

const LEVELS: Readonly<Record<string, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

function entryOf(line: string): LogEntry {
  try {
    const {time, level, msg = '', ...others} = JSON.parse(line) as Record<string, unknown>;
    return {
      timestamp: String(time),
      level: LEVELS[String(level)] ?? String(level),
      msg: String(msg),
      ...others,
    };
  } catch {
    // The line was too long.
    return {timestamp: '', level: 'info', msg: line};
  }
}
