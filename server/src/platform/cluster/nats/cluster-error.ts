/** The server can't join its cluster. The message says which setting is wrong, what was tried, and what came back. */
export class ClusterError extends Error {
  override name = 'ClusterError';
}
