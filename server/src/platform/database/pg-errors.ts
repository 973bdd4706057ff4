import pg from 'pg';

/** A UNIQUE or PRIMARY KEY constraint was violated; of that name when one is given (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23505', constraint);
}

/** A row refers to one that is not there, or is still referred to (SQLSTATE 23503). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23503', constraint);
}

/** A CHECK constraint was violated (SQLSTATE 23514). */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23514', constraint);
}

/** Two transactions waited for each other, and this one was ended; it may be tried again (SQLSTATE 40P01). */
export function isDeadlock(error: unknown): boolean {
  return sqlState(error) === '40P01';
}

/** A lock was not to be had at once or within `lock_timeout` (SQLSTATE 55P03). */
export function isLockNotAvailable(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The statement was ended by `statement_timeout` or by a request to cancel it (SQLSTATE 57014). */
export function isQueryCanceled(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** Something cannot be dropped or changed because a view or the like is built upon it (SQLSTATE 2BP01, 0A000). */
export function hasDependents(error: unknown): boolean {
  return ['2BP01', '0A000'].includes(sqlState(error) ?? '');
}

/** The disk of PostgreSQL is full (SQLSTATE 53100). */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/**
 * There is no connection, or no longer: PostgreSQL was ended, has died, or cannot be reached. What was asked may or
 * may not have been done (SQLSTATE classes 08 and 57P, and what the network and the driver say).
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(?:08|57P)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const {code, syscall} = error as NodeJS.ErrnoException;
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    // No socket file; of others that are missing it says nothing.
    (code === 'ENOENT' && syscall === 'connect') ||
    /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** The five characters by which PostgreSQL classifies an error, or undefined if it is not one of its errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

function isViolation(error: unknown, code: string, constraint: string | undefined): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === code &&
    (constraint === undefined || error.constraint === constraint)
  );
}
