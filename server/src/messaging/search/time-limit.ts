import type {Database} from '../../platform/database/database.ts';
import {isQueryCanceled} from '../../platform/database/pg-errors.ts';
import type {Reader} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';

/** The time limit of a search in the database. */
const MAX_SECONDS = 5;

/**
 * The memory for the positions of matching posts: enough for half a million pages. Without enough memory, PostgreSQL
 * only stores the pages, and parses the text of each post on them again.
 */
const WORK_MEMORY = '32MB';

/** Runs a search. @throws AppError 503 if it exceeds the time limit. */
export async function withTimeLimit<Found>(
  database: Database,
  search: (db: Reader) => Promise<Found>,
): Promise<Found> {
  try {
    return await database.search(
      async (db) => {
        await db.row({text: `select set_config('work_mem', $1, true)`, values: [WORK_MEMORY]});
        return search(db);
      },
      {timeLimit: MAX_SECONDS},
    );
  } catch (error) {
    if (!isQueryCanceled(error)) throw error;
    throw new AppError({
      id: 'api.post.search_posts.timeout.app_error',
      message: `The search timed out after ${MAX_SECONDS} seconds. Add a rarer word, a channel (in:) or a day (after:, on:).`,
      status: 503,
      cause: error,
    });
  }
}
