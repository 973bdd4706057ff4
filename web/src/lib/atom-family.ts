import {useStore} from '@nanostores/react';
import {computed, type ReadableAtom, type StoreValue, type WritableAtom} from 'nanostores';
import {useMemo} from 'react';

/**
 * Values by key, each in an atom of its own, so that a changed post redraws one row and not the list. An atom stays
 * once somebody has asked for it: what follows it learns when there is a value. The page is loaded anew at sign-out.
 */
export interface AtomFamily<A> {
  (key: string): A;
  /** Everything that was asked for, with or without a value. */
  keys(): MapIterator<string>;
}

export function atomFamily<A extends ReadableAtom>(create: (key: string) => A): AtomFamily<A> {
  const atoms = new Map<string, A>();
  const family = (key: string) => {
    const known = atoms.get(key);
    if (known) return known;
    const created = create(key);
    atoms.set(key, created);
    return created;
  };
  return Object.assign(family, {keys: () => atoms.keys()});
}

/** Changes a value that is known; leaves one that is not. */
export function changeKnown<T>(one: WritableAtom<T | undefined>, change: (value: T) => T): void {
  const value = one.get();
  if (value !== undefined) one.set(change(value));
}

/** The values of these keys, in their order: the same array until one of them or `keys` itself changes. */
export function useFamily<A extends ReadableAtom>(
  family: AtomFamily<A>,
  keys: readonly string[],
): readonly StoreValue<A>[] {
  return useStore(useMemo(() => computed(keys.map(family), (...values) => values), [family, keys]));
}
