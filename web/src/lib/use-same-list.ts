import {useMemo} from 'react';

/** The same list until it contains other ids or names. They contain no spaces. */
export function useSameList(list: readonly string[]): readonly string[] {
  const joined = list.join(' ');
  return useMemo(() => (joined === '' ? [] : joined.split(' ')), [joined]);
}
