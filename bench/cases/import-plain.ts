import type {BenchCase} from '../harness.ts';
import {importBulk, runToEnd, untilExit} from '../import-load.ts';
import {importPeople, POSTS, writePosts} from '../import-posts.ts';
import {startPatchbay} from '../patchbay.ts';

const importPlain: BenchCase = {
  name: 'import-plain',
  description: `an import of ${POSTS} plain posts, compared with inserting the same rows by unnest, a thousand at a time`,
  goal: 0.6,
  unit: 'posts',
  async start(room) {
    const patchbay = await startPatchbay(room);
    await importPeople(room.directory, patchbay.dataDirectory);
    // Both tables grow at the same rate.
    let [inserted, imported] = [0, 0];
    const baseline = untilExit(async () => {
      const from = inserted;
      inserted += POSTS;
      return runToEnd(['bench/baseline/insert-posts.ts', String(from)], patchbay);
    });
    const subject = untilExit(async () => {
      const file = await writePosts(room.directory, imported);
      imported += POSTS;
      return importBulk([file, '--apply'], patchbay);
    });
    return {baseline, subject};
  },
};

export default importPlain;
