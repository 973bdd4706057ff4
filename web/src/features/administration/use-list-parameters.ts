import {useState} from 'react';
import {useSearchParams} from 'react-router';
import {useDebounced} from '../../lib/use-debounced.ts';

/**
 * What a list shows, kept in the address, so that the way back from one of its things leads to the same place:
 * what is looked for, a filter and a page.
 */
export function useListParameters(firstFilter: string) {
  const [parameters, setParameters] = useSearchParams();
  const [text, setText] = useState(parameters.get('find') ?? '');
  const term = useDebounced(text.trim());

  function change(changes: Record<string, string>) {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      {replace: true},
    );
  }

  return {
    /** What is in the field. */
    text,
    /** What to look for, once the person has paused. */
    term,
    filter: parameters.get('show') ?? firstFilter,
    page: Math.max(0, Number.parseInt(parameters.get('page') ?? '1', 10) - 1) || 0,
    /** Another thing that the list is chosen by; empty for none. */
    other: (name: string) => parameters.get(name) ?? '',
    setOther: (name: string, value: string) => change({[name]: value, page: ''}),
    setText(value: string) {
      setText(value);
      change({find: value.trim(), page: ''});
    },
    setFilter: (value: string) => change({show: value === firstFilter ? '' : value, page: ''}),
    setPage: (page: number) => change({page: page === 0 ? '' : String(page + 1)}),
  };
}

export type ListParameters = ReturnType<typeof useListParameters>;
