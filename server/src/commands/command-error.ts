/** A command cannot do what it was told to. The message is the one line that the person gets. */
export class CommandError extends Error {
  override name = 'CommandError';
}
