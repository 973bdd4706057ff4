/** A page of a list, and whether another one follows. */
export interface Page<T> {
  items: T[];
  hasNext: boolean;
}

/**
 * Loads a page of a list, starting at 0. If the page is full, also requests the item after it to find out whether
 * another page follows.
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

/** The number of the next page, if there is one. */
export function nextPage(last: Page<unknown>, pages: readonly unknown[]): number | undefined {
  return last.hasNext ? pages.length : undefined;
}

/** The items of all loaded pages. */
export function flattenPages<T>({pages}: {pages: readonly Page<T>[]}): T[] {
  return pages.flatMap(({items}) => items);
}

/** The server's maximum page size. */
const PER_PAGE = 200;

/** Loads a complete list page by page, until a page isn't full. */
export async function allPages<T>(read: (page: number, perPage: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 0; ; page++) {
    const some = await read(page, PER_PAGE);
    all.push(...some);
    if (some.length < PER_PAGE) return all;
  }
}
