import type {BenchCase} from '../harness.ts';
import {importBulk, runToEnd, untilEnd} from '../import-load.ts';
import {importPeople, POSTS, writePosts} from '../import-posts.ts';
import {startPatchbay} from '../patchbay.ts';

const importValidate: BenchCase = {
  name: 'import-validate',
  description: `a check of a file of ${POSTS} posts, beside reading it and parsing its lines`,
  goal: 0.4,
  unit: 'lines',
  async start(room) {
    const patchbay = await startPatchbay(room);
    await importPeople(room.directory, patchbay.dataDirectory);
    const file = await writePosts(room.directory, 0);
    return {
      baseline: untilEnd(() => runToEnd(['bench/baseline/parse-lines.ts', file], patchbay)),
      subject: untilEnd(() => importBulk([file, '--validate'], patchbay)),
    };
  },
};

export default importValidate;
