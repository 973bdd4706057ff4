/** The prefix of a command whose process is killed when this process ends, however it ends. */
export function endingWithTest(user?: string): string[] {
  const asUser =
    user !== undefined && process.getuid?.() === 0 ? ['--reuid', user, '--regid', user, '--init-groups'] : [];
  return ['setpriv', ...asUser, '--pdeathsig', 'KILL'];
}
