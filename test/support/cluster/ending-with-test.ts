/** A command prefix that kills the command's process when this process ends for any reason. */
export function endingWithTest(user?: string): string[] {
  const asUser =
    user !== undefined && process.getuid?.() === 0 ? ['--reuid', user, '--regid', user, '--init-groups'] : [];
  return ['setpriv', ...asUser, '--pdeathsig', 'KILL'];
}
