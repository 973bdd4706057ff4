import {useEffect, useState} from 'react';

/** The value once it hasn't changed for `millis`, for example to search when someone stops typing. */
export function useDebounced<T>(value: T, millis = 200): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}
