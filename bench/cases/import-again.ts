import type {BenchCase} from '../harness.ts';
import {importBulk, untilExit} from '../import-load.ts';
import {importPeople, POSTS, writePosts} from '../import-posts.ts';
import {startPatchbay} from '../patchbay.ts';

const importAgain: BenchCase = {
  name: 'import-again',
  description: `an import of ${POSTS} posts that exist already, compared with the first import`,
  goal: 1.5,
  unit: 'posts',
  async start(room) {
    const patchbay = await startPatchbay(room);
    await importPeople(room.directory, patchbay.dataDirectory);
    let [imported, file] = [0, ''];
    const baseline = untilExit(async () => {
      file = await writePosts(room.directory, imported);
      imported += POSTS;
      return importBulk([file, '--apply'], patchbay);
    });
    const subject = untilExit(async () => {
      const report = await importBulk([file, '--apply'], patchbay);
      const {created = 0, updated = 0} = report.objects!.post!;
      return created + updated === 0 ? report : {...report, ending: `${created + updated} changes`};
    });
    return {baseline, subject};
  },
};

export default importAgain;
