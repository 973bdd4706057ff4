/** A command failed. Only the message is printed, without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError';
}
