/** There is no database to work with. The message tells the operator why and what to do, and holds no secret. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}
