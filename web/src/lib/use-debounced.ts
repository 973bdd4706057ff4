import {useEffect, useState} from 'react';

/** The value once it has not changed for `millis`: what somebody types is looked for when they pause. */
export function useDebounced<T>(value: T, millis = 200): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}
