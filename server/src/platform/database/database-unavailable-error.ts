/** The database cannot be used. The message says why and what to do, and contains no secrets. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}
