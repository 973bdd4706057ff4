/** The server can't join its cluster. The message says what is wrong, what was tried or compared, and what to do. */
export class ClusterError extends Error {
  override name = 'ClusterError';
}
