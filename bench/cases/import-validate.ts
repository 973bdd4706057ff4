import type {BenchCase} from '../harness.ts';
import {importBulk, runToEnd, untilExit} from '../import-load.ts';
import {importPeople, POSTS, writePosts} from '../import-posts.ts';
import {startPatchbay} from '../patchbay.ts';

const importValidate: BenchCase = {
  name: 'import-validate',
  description: `validating a file of ${POSTS} posts, compared with reading it and parsing its lines`,
  goal: 0.4,
  unit: 'lines',
  async start(room) {
    const patchbay = await startPatchbay(room);
    await importPeople(room.directory, patchbay.dataDirectory);
    const file = await writePosts(room.directory, 0);
    return {
      baseline: untilExit(() => runToEnd(['bench/baseline/parse-lines.ts', file], patchbay)),
      subject: untilExit(() => importBulk([file, '--validate'], patchbay)),
    };
  },
};

export default importValidate;
