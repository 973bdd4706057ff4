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
