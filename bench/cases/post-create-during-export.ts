import {cancelAndWait, startJob, startPatchbayWithPosts} from '../compliance-load.ts';
import {POSTS, WINDOW_END, WINDOW_START} from '../compliance-posts.ts';
import type {BenchCase, Contender} from '../harness.ts';
import {httpLoad} from '../http-load.ts';
import {MESSAGE, withChannel} from '../posts-room.ts';

const connections = 16;
const requestsPerSecond = 60;
/** With fewer seconds, one percent would be only two or three requests. */
const SECONDS_AT_LEAST = 10;

const postCreateDuringExport: BenchCase = {
  name: 'post-create-during-export',
  description: `${requestsPerSecond} posts per second while an export of ${POSTS} posts runs, compared with the same without an export`,
  goal: 0.9,
  goalP99Growth: 1.5,
  // Sums up both processes, which are busy.
  goalMemory: 330e6,
  warmUp: 15,
  unit: 'posts',
  async start(room) {
    const patchbay = await startPatchbayWithPosts(room);
    const {channelId, headers} = await withChannel(patchbay);
    const posting = httpLoad({
      pid: patchbay.pid,
      url: `${patchbay.url}/api/v4/posts`,
      method: 'POST',
      headers,
      body: JSON.stringify({channel_id: channelId, message: MESSAGE}),
      connections,
      requestsPerSecond,
    });
    const calm: Contender = {
      pid: patchbay.pid,
      measure: (seconds) => posting.measure(Math.max(seconds, SECONDS_AT_LEAST)),
    };
    const data = {
      export_type: 'csv',
      batch_start_time: String(WINDOW_START),
      job_end_time: String(WINDOW_END),
    };
    const busy: Contender = {
      pid: patchbay.pid,
      async measure(seconds) {
        const id = await startJob(patchbay, {type: 'message_export', data});
        const round = await calm.measure(seconds);
        const status = await cancelAndWait(patchbay, id);
        if (status !== 'canceled') round.faults.push(`the export ended before the load: ${status}`);
        return round;
      },
    };
    return {baseline: calm, subject: busy};
  },
};

export default postCreateDuringExport;
