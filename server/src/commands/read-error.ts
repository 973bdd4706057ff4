const CAUSES: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a directory',
  EACCES: 'cannot be read: permission denied',
};

/** A sentence that says why a file cannot be read. */
export function describeReadError(file: string, error: NodeJS.ErrnoException): string {
  return `${file} ${CAUSES[error.code ?? ''] ?? `cannot be read: ${error.message}`}.`;
}
