import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Reader} from '../../platform/database/queryable.ts';
import type {Logger} from '../../platform/logging/logger.ts';

/** A search index that replaces the one of an earlier version. */
interface SearchIndex {
  name: string;
  table: string;
  replaces: string;
  /** The SQL statement that creates the index without blocking the table. */
  create: string;
}

/** The same as in migration 0010, which creates them for small tables. */
const INDEXES: readonly SearchIndex[] = [
  {
    name: 'idx_posts_search',
    table: 'Posts',
    replaces: 'idx_posts_message_txt',
    create: `
      create index concurrently idx_posts_search on Posts using gin (to_tsvector('simple', search_text(Message)))
      with (gin_pending_list_limit = 256)`,
  },
  {
    name: 'idx_fileinfo_search',
    table: 'FileInfo',
    replaces: 'idx_fileinfo_name_txt',
    create: `
      create index concurrently idx_fileinfo_search on FileInfo
      using gin (to_tsvector('simple', search_text(Name)))`,
  },
];

/** Whether this index exists and is complete. Until then, searches use the index that it replaces. */
export async function isSearchIndexReady(db: Reader, name: string): Promise<boolean> {
  const row = await db.row({
    name: 'search-index-ready',
    text: 'select from pg_index where indexrelid = to_regclass($1) and indisvalid',
    values: [name],
  });
  return row !== undefined;
}

/**
 * Creates the search indexes that a migration skipped because the table is large. Can be called again at any time, even
 * after an interruption. Keeps the replaced indexes while a node of another version uses them.
 */
export async function updateSearchIndexes({
  database,
  cluster,
  log,
}: {
  database: Database;
  cluster: Cluster;
  log: Logger;
}): Promise<void> {
  for (const {name, table, replaces, create} of INDEXES) {
    if (!(await isSearchIndexReady(database, name))) {
      log.info({index: name}, 'creating a search index; this can take several minutes');
      // An interrupted creation leaves an incomplete index behind.
      await database.execute({text: `drop index concurrently if exists ${name}`});
      await database.execute({text: create});
      // Statistics about the indexed words, which the query planner needs.
      await database.execute({text: `analyze ${table}`});
      log.info({index: name}, 'created a search index');
    }
    const {version} = cluster.node;
    if (cluster.nodes().every((node) => node.version === version)) {
      await database.execute({text: `drop index concurrently if exists ${replaces}`});
    }
  }
}
