const CAUSES: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a directory',
  EACCES: 'cannot be read: permission denied',
};

/** Why a file that the user named cannot be read, as a sentence. */
export function describeReadError(file: string, error: NodeJS.ErrnoException): string {
  return `${file} ${CAUSES[error.code ?? ''] ?? `cannot be read: ${error.message}`}.`;
}
