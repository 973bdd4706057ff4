// A minimal backup: one COPY per table through deflate level 1 into a file. Each `GET /run` does it once. Uses the
// database of the Patchbay with the data directory PATCHBAY_DATA. Listens on PORT.

import {createWriteStream} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {createDeflateRaw} from 'node:zlib';
import {connectPlatform} from '../../server/src/commands/platform.ts';
import {sql} from '../../server/src/platform/database/sql.ts';
import {serveRuns} from './serve-runs.ts';

const {platform, disconnect} = await connectPlatform({as: 'tool'});
const {database} = platform;

async function copyAll(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const tables = await database.rows<{name: string}>({
    text: `select tablename::text as name from pg_tables where schemaname = 'public'`,
  });
  for (const {name} of tables) {
    await pipeline(
      await database.copyOut(sql`copy public.${sql.identifier(name)} to stdout`),
      createDeflateRaw({level: 1}),
      createWriteStream(join(directory, name), {flush: true}),
    );
  }
  await rm(directory, {recursive: true});
}

serveRuns(copyAll, disconnect);
