/** The numbers of a version such as `1.2.0`; undefined for anything else. */
function parseVersion(text: string): number[] | undefined {
  return /^\d+\.\d+\.\d+$/.test(text) ? text.split('.').map(Number) : undefined;
}

/**
 * Moves the unreleased changes of the changelog under the heading of a version. `date` is in the format `2026-05-01`.
 *
 * @throws if there are no unreleased changes
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const section = /^## \[Unreleased\]\n(?<changes>[\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog);
  if (!section?.groups?.changes?.trim()) throw new Error('CHANGELOG.md lists nothing under [Unreleased].');
  const heading = `## [Unreleased]\n\n## [${version}] - ${date}\n`;
  return changelog.replace('## [Unreleased]\n', () => heading);
}

/** Whether `version` is a valid version later than `current`. */
export function isLaterVersion(version: string, current: string): boolean {
  const [next, now] = [parseVersion(version), parseVersion(current)];
  if (!next || !now) return false;
  const differing = next.findIndex((part, index) => part !== now[index]);
  return differing >= 0 && next[differing]! > now[differing]!;
}
