import {onePass, orderAndWait, startWithPosts} from './compliance-load.ts';
import {POSTS, WINDOW_END, WINDOW_START} from './compliance-posts.ts';
import type {BenchCase} from './harness.ts';

/** How fast an export of a million posts is in one format. */
export function exportCase(format: string): BenchCase {
  return {
    name: `compliance-export-${format}`,
    description: `an export of ${POSTS} posts as ${format}, beside a bare COPY of them through deflate level 1`,
    goal: 0.1,
    unit: 'posts',
    async start(room) {
      const {patchbay, baseline} = await startWithPosts(room);
      const data = {
        export_type: format,
        batch_start_time: String(WINDOW_START),
        job_end_time: String(WINDOW_END),
      };
      const subject = onePass(patchbay.pid, async () => {
        const job = {type: 'message_export', data};
        const {status} = await orderAndWait(patchbay, '/jobs', job, (id) => `/jobs/${id}`);
        return status === 'success' ? [] : [status];
      });
      return {baseline, subject};
    },
  };
}
