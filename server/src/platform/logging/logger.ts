import {multistream, type Logger as PinoLogger, pino, stdTimeFunctions} from 'pino';
import type {RecentLog} from './recent-log.ts';

export type Logger = PinoLogger;

// Names of fields that could contain a secret. Their values are replaced.
const SECRET_NAMES = [
  'password',
  'token',
  'authorization',
  'cookie',
  'secret',
  'connectionString',
  'dataSource',
];

/**
 * The structured log on standard error, so that standard output is free for a command's output. On a terminal, it is
 * readable text; otherwise, it is one JSON object per line. `recentLog` gets each line too.
 */
export function createLogger({
  level,
  pretty,
  recentLog,
}: {
  level: string;
  pretty: boolean;
  recentLog?: RecentLog;
}): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    serializers: {err: loggedError},
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  };
  const output = pretty
    ? pino.transport({
        target: 'pino-pretty',
        options: {destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss'},
      })
    : pino.destination({dest: 2, sync: false});
  if (!recentLog) return pino(options, output);
  // The logger's level decides for both streams, and can change later.
  return pino(options, multistream([output, recentLog].map((stream) => ({stream, level: 'trace'}))));
}

/** The logged members of an error. A database error has others that contain the whole connection. */
function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return {message: String(error)};
  const {name, message, code, stack, cause} = error as Error & {code?: unknown};
  return {
    type: name,
    message,
    ...(code === undefined ? {} : {code}),
    stack,
    ...(cause === undefined ? {} : {cause: loggedError(cause)}),
  };
}
