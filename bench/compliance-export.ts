import {onePass, requestAndWait, startWithPosts} from './compliance-load.ts';
import {POSTS, WINDOW_END, WINDOW_START} from './compliance-posts.ts';
import type {BenchCase} from './harness.ts';

/** Measures the speed of an export of a million posts in one format. */
export function exportCase(format: string): BenchCase {
  return {
    name: `compliance-export-${format}`,
    description: `an export of ${POSTS} posts as ${format}, compared with a plain COPY of them through deflate level 1`,
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
        const {status} = await requestAndWait(patchbay, '/jobs', job, (id) => `/jobs/${id}`);
        return status === 'success' ? [] : [status];
      });
      return {baseline, subject};
    },
  };
}
