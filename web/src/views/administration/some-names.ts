import {plural} from '@lingui/core/macro';

/** The first of these names, and how many more there are, to join to a list. */
export function someNames<Name>(names: readonly Name[], most: number): (Name | string)[] {
  const more = names.length - most;
  if (more <= 0) return [...names];
  return [...names.slice(0, most), plural(more, {one: '# more', other: '# more'})];
}
