/** The parts of a version such as `1.2.0`, to compare; undefined for anything else. */
function parseVersion(text: string): number[] | undefined {
  return /^\d+\.\d+\.\d+$/.test(text) ? text.split('.').map(Number) : undefined;
}

/**
 * The changelog with what was unreleased under the heading of a version. `date` is such as `2026-05-01`.
 *
 * @throws when nothing is unreleased
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const section = /^## \[Unreleased\]\n(?<changes>[\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog);
  if (!section?.groups?.changes?.trim()) throw new Error('CHANGELOG.md lists nothing under [Unreleased].');
  const heading = `## [Unreleased]\n\n## [${version}] - ${date}\n`;
  return changelog.replace('## [Unreleased]\n', () => heading);
}

/** Whether `version` is one that may follow `current`. */
export function isLaterVersion(version: string, current: string): boolean {
  const [next, now] = [parseVersion(version), parseVersion(current)];
  if (!next || !now) return false;
  const differing = next.findIndex((part, index) => part !== now[index]);
  return differing >= 0 && next[differing]! > now[differing]!;
}
