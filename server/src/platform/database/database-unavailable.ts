/** There is no database to work with. The message tells the operator why and what to do, and holds no secret. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
