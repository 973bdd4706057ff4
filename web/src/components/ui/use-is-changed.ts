import {useState} from 'react';

/** Whether the values of a form, which can be any JSON, differ from those at first. */
export function useIsChanged(...values: readonly unknown[]): boolean {
  const now = JSON.stringify(values);
  const [first] = useState(now);
  return now !== first;
}
