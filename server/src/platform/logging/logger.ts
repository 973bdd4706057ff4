import {type Logger as PinoLogger, pino, stdTimeFunctions} from 'pino';

export type Logger = PinoLogger;

// Names under which a secret could reach a log line; whatever stands there is replaced.
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
 * The structured log. On a terminal it is lines for a person, elsewhere one JSON object a line on standard error,
 * so that standard output stays free for what a command prints.
 */
export function createLogger({level, pretty}: {level: string; pretty: boolean}): Logger {
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
  if (pretty) {
    return pino({
      ...options,
      transport: {
        target: 'pino-pretty',
        options: {destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss'},
      },
    });
  }
  return pino(options, pino.destination({dest: 2, sync: false}));
}

/** What the log says of an error. Not all of its members: those of a database error hold the whole connection. */
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
