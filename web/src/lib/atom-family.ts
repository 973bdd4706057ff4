import {useStore} from '@nanostores/react';
import {computed, type ReadableAtom, type StoreValue, type WritableAtom} from 'nanostores';
import {useMemo} from 'react';

/**
 * Values by key, each in its own atom, so that a changed post renders one row again instead of the whole list. An
 * atom is created when it is first requested, even without a value. Atoms are never removed: the page is reloaded at
 * sign-out.
 */
export interface AtomFamily<A> {
  (key: string): A;
  /** All requested atoms, with or without a value. */
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

/** Changes a value if it exists. */
export function updateIfLoaded<T>(one: WritableAtom<T | undefined>, change: (value: T) => T): void {
  const value = one.get();
  if (value !== undefined) one.set(change(value));
}

/** The values of these keys, in order. Returns the same array until a value or `keys` changes. */
export function useFamily<A extends ReadableAtom>(
  family: AtomFamily<A>,
  keys: readonly string[],
): readonly StoreValue<A>[] {
  return useStore(useMemo(() => computed(keys.map(family), (...values) => values), [family, keys]));
}
