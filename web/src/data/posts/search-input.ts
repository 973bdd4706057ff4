/** The term at the cursor: a new term, or the value of a filter. */
export interface SearchTarget {
  /** Undefined if it isn't a filter. */
  filter: FilterName | undefined;
  /** The typed value or word, without a `-`. */
  term: string;
  /** The start of the name of the filter. For a word, its start. */
  filterStart: number;
  /** The start of the value or word, and its end, which is the cursor. */
  start: number;
  end: number;
}

/** The filters to suggest, in this order. */
export const FILTERS = ['from', 'in', 'on', 'before', 'after', 'has', 'ext'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The term at the cursor. */
export function searchTarget(text: string, cursor: number): SearchTarget {
  const before = text.slice(0, cursor);
  const filter = new RegExp(`(?<=^-?|\\s-?)(${FILTERS.join('|')}):\\s*([^\\s"]*)$`, 'i').exec(before);
  if (filter) {
    const term = filter[2]!;
    return {
      filter: filter[1]!.toLowerCase() as FilterName,
      term,
      filterStart: filter.index,
      start: cursor - term.length,
      end: cursor,
    };
  }
  const term = /[^\s-]?[^\s]*$/.exec(before)![0];
  const start = cursor - term.length;
  return {filter: undefined, term, filterStart: start, start, end: cursor};
}
