import {describe, expect, test} from 'vitest';
import {isLaterVersion, releaseChangelog} from './release-rules.ts';

describe('releaseChangelog', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Backups.\n\n## [1.0.0] - 2026-01-02\n\n- First.\n';

  test('moves unreleased changes under the version and adds an empty section', () => {
    expect(releaseChangelog(changelog, '1.1.0', '2026-05-01')).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-05-01\n\n### Added\n\n- Backups.\n\n## [1.0.0] - 2026-01-02\n\n- First.\n',
    );
  });

  test.each([
    ['an empty section', '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-02\n\n- First.\n'],
    ['no section', '# Changelog\n\n## [1.0.0] - 2026-01-02\n\n- First.\n'],
  ])('rejects %s', (_, text) => {
    expect(() => releaseChangelog(text, '1.1.0', '2026-05-01')).toThrow('nothing under [Unreleased]');
  });
});

describe('isLaterVersion', () => {
  test.each([
    ['1.0.0', '0.1.0', true],
    ['1.10.0', '1.9.3', true],
    ['1.0.1', '1.0.1', false],
    ['1.9.3', '1.10.0', false],
    ['1.1', '1.0.0', false],
    ['v1.1.0', '1.0.0', false],
  ])('%s after %s: %s', (version, current, expected) => {
    expect(isLaterVersion(version, current)).toBe(expected);
  });
});
