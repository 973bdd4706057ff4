/** A command cannot do what it was told to. The message is the one line that the person gets. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}
