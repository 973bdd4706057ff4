import {server} from '../../../lib/server.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 31;

type Rows = {name: string; value: number}[];

function read(name: string): Promise<Rows> {
  return server.call<Rows>(`/analytics/old?name=${name}`);
}

function byName(rows: Rows): Partial<Record<string, number>> {
  return Object.fromEntries(rows.map(({name, value}) => [name, value]));
}

/** What there is on the server, by the names that the API has for it. */
export async function figuresByName(): Promise<Partial<Record<string, number>>> {
  return byName(await read('standard'));
}

/** How much people and bots have written on each of the last days, the oldest first; days are those of UTC. */
export async function messagesByDay(): Promise<{at: number; people: number; bots: number}[]> {
  const [posts, botPosts] = (await Promise.all([read('post_counts_day'), read('bot_post_counts_day')])).map(
    byName,
  );
  // At noon a day has the same date nearly everywhere.
  const today = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
  return Array.from({length: DAYS}, (_, index) => {
    const at = today - (DAYS - 1 - index) * DAY;
    const day = new Date(at).toISOString().slice(0, 10);
    const bots = botPosts![day] ?? 0;
    return {at, people: (posts![day] ?? 0) - bots, bots};
  });
}
