import pg from 'pg';

/**
 * The settings of every connection of this process.
 *
 * `sslmode` in the connection string works as in psql and libpq, so that one string works everywhere (`require` encrypts;
 * `verify-full` also checks the certificate).
 */
export function connectionSettings(connectionString: string): pg.ClientConfig {
  return {
    connectionString: withLibpqSslModes(connectionString),
    fallback_application_name: 'patchbay',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: {getTypeParser: typeParser as typeof pg.types.getTypeParser},
  };
}

function withLibpqSslModes(connectionString: string): string {
  const usesSslMode = /[?&]sslmode=/.test(connectionString);
  return usesSslMode && !connectionString.includes('uselibpqcompat=')
    ? `${connectionString}&uselibpqcompat=true`
    : connectionString;
}

const INT8 = 20;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;

function typeParser(oid: number, format: 'text' | 'binary' = 'text'): (value: string) => unknown {
  if (format === 'text') {
    if (oid === INT8 || oid === NUMERIC) {
      return Number;
    }
    if (oid === INT8_ARRAY || oid === NUMERIC_ARRAY) {
      return parseNumbers;
    }
  }
  return pg.types.getTypeParser(oid, format);
}

const parseStrings = pg.types.getTypeParser(1009 as number, 'text') as (value: string) => NestedStrings;

type NestedStrings = (string | null | NestedStrings)[];
type NestedNumbers = (number | null | NestedNumbers)[];

function parseNumbers(value: string): NestedNumbers {
  return toNumbers(parseStrings(value));
}

function toNumbers(items: NestedStrings): NestedNumbers {
  return items.map((item) => (Array.isArray(item) ? toNumbers(item) : item === null ? null : Number(item)));
}
