// A minimal compliance report: one COPY of the same rows through deflate level 1, discarding the output. Each `GET
// /run` does it once. Uses the database of the Patchbay with the data directory PATCHBAY_DATA. Listens on PORT.

import {Writable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createDeflateRaw} from 'node:zlib';
import {connectPlatform} from '../../server/src/commands/platform.ts';
import {csvOf, PHASES} from '../../server/src/data-exchange/compliance-reports/report-rows.ts';
import {WINDOW_END, WINDOW_START} from '../compliance-posts.ts';
import {serveRuns} from './serve-runs.ts';

const {platform, disconnect} = await connectPlatform({as: 'tool'});

async function copyAll(): Promise<void> {
  for (const phase of PHASES) {
    const statement = csvOf({startAt: WINDOW_START, endAt: WINDOW_END, emails: '', keywords: ''}, phase);
    await pipeline(
      await platform.database.copyOut(statement),
      createDeflateRaw({level: 1}),
      new Writable({write: (_chunk, _encoding, done) => done()}),
    );
  }
}

serveRuns(copyAll, disconnect);
