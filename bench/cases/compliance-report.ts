import {onePass, requestAndWait, startWithPosts} from '../compliance-load.ts';
import {POSTS, WINDOW_END, WINDOW_START} from '../compliance-posts.ts';
import type {BenchCase} from '../harness.ts';

const complianceReport: BenchCase = {
  name: 'compliance-report',
  description: `a compliance report of ${POSTS} posts, compared with a plain COPY of them through deflate level 1`,
  goal: 0.4,
  unit: 'posts',
  async start(room) {
    const {patchbay, baseline} = await startWithPosts(room);
    const order = {desc: 'bench', start_at: WINDOW_START, end_at: WINDOW_END};
    const subject = onePass(patchbay.pid, async () => {
      const path = '/compliance/reports';
      const {status, ...report} = await requestAndWait(patchbay, path, order, (id) => `${path}/${id}`);
      const {count} = report as {count?: number};
      return status === 'finished' && count === POSTS ? [] : [`${status} with ${count} posts`];
    });
    return {baseline, subject};
  },
};

export default complianceReport;
