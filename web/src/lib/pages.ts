/** A page of a list, and whether another one follows. */
export interface Page<T> {
  items: T[];
  hasNext: boolean;
}

/**
 * Reads a page of a list, the first one by 0. A full page does not tell whether it is the last, so the server is asked
 * for the one item that would follow it.
 */
export async function readPage<T>(
  read: (page: number, perPage: number) => Promise<T[]>,
  page: number,
  perPage: number,
): Promise<Page<T>> {
  const items = await read(page, perPage);
  const hasNext = items.length === perPage && (await read((page + 1) * perPage, 1)).length > 0;
  return {items, hasNext};
}

/** The number of the page to read next, if there is one. */
export function nextPage(last: Page<unknown>, pages: readonly unknown[]): number | undefined {
  return last.hasNext ? pages.length : undefined;
}

/** What is on all pages that were read. */
export function itemsOf<T>({pages}: {pages: readonly Page<T>[]}): T[] {
  return pages.flatMap(({items}) => items);
}

/** The most that the server gives at a time. */
const PER_PAGE = 200;

/** All of a list that comes in pages, from the first to the one that is not full. */
export async function allPages<T>(read: (page: number, perPage: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 0; ; page++) {
    const some = await read(page, PER_PAGE);
    all.push(...some);
    if (some.length < PER_PAGE) return all;
  }
}
