import {onePass, requestAndWait, startWithPosts} from '../compliance-load.ts';
import {POSTS} from '../compliance-posts.ts';
import type {BenchCase} from '../harness.ts';

const backup: BenchCase = {
  name: 'backup',
  description: `a backup of ${POSTS} posts, compared with a plain COPY of every table through deflate level 1`,
  goal: 0.5,
  unit: 'posts',
  async start(room) {
    const {patchbay, baseline} = await startWithPosts(room, 'bench/baseline/copy-tables.ts');
    const subject = onePass(patchbay.pid, async () => {
      const {status} = await requestAndWait(patchbay, '/backups', {}, (id) => `/jobs/${id}`);
      return status === 'success' ? [] : [status];
    });
    return {baseline, subject};
  },
};

export default backup;
