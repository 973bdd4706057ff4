import type {BenchCase} from '../harness.ts';
import {importBulk, runToEnd, untilEnd} from '../import-load.ts';
import {importPeople, POSTS, writePosts} from '../import-posts.ts';
import {startPatchbay} from '../patchbay.ts';

const importPlain: BenchCase = {
  name: 'import-plain',
  description: `an import of ${POSTS} plain posts, beside the same rows by unnest, a thousand at a time`,
  goal: 0.6,
  unit: 'posts',
  async start(room) {
    const patchbay = await startPatchbay(room);
    await importPeople(room.directory, patchbay.dataDirectory);
    // Both tables grow alike.
    let [inserted, imported] = [0, 0];
    const baseline = untilEnd(async () => {
      const from = inserted;
      inserted += POSTS;
      return runToEnd(['bench/baseline/insert-posts.ts', String(from)], patchbay);
    });
    const subject = untilEnd(async () => {
      const file = await writePosts(room.directory, imported);
      imported += POSTS;
      return importBulk([file, '--apply'], patchbay);
    });
    return {baseline, subject};
  },
};

export default importPlain;
