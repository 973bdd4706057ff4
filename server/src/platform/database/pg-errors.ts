import pg from 'pg';

/** A UNIQUE or PRIMARY KEY constraint, optionally with this name, was violated (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23505', constraint);
}

/** A row references a missing row, or is still referenced (SQLSTATE 23503). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23503', constraint);
}

/** A CHECK constraint was violated (SQLSTATE 23514). */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23514', constraint);
}

/** This transaction was canceled because of a deadlock; it can be retried (SQLSTATE 40P01). */
export function isDeadlock(error: unknown): boolean {
  return sqlState(error) === '40P01';
}

/** A lock could not be acquired immediately or within `lock_timeout` (SQLSTATE 55P03). */
export function isLockNotAvailable(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** A value exceeds a limit of PostgreSQL, such as the size of the words of a text (SQLSTATE 54000). */
export function isProgramLimitExceeded(error: unknown): boolean {
  return sqlState(error) === '54000';
}

/** The statement was canceled by `statement_timeout` or by a cancel request (SQLSTATE 57014). */
export function isQueryCanceled(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** An object cannot be dropped or changed because others, such as views, depend on it (SQLSTATE 2BP01, 0A000). */
export function hasDependents(error: unknown): boolean {
  return ['2BP01', '0A000'].includes(sqlState(error) ?? '');
}

/** PostgreSQL's disk is full (SQLSTATE 53100). */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/**
 * PostgreSQL was stopped, has crashed or cannot be reached. The statement may or may not have been executed (SQLSTATE
 * classes 08 and 57P, and errors of the network and the driver).
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(?:08|57P)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const {code, syscall} = error as NodeJS.ErrnoException;
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    // The socket file is missing. ENOENT for other files is unrelated.
    (code === 'ENOENT' && syscall === 'connect') ||
    /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** The SQLSTATE of a PostgreSQL error; undefined for other errors. */
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
