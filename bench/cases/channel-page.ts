import type {BenchCase} from '../harness.ts';
import {httpLoad} from '../http-load.ts';
import {MESSAGE, openPostsRoom} from '../posts-room.ts';

const connections = 16;
const PAGE = 60;

const channelPage: BenchCase = {
  name: 'channel-page',
  description: `an older page of ${PAGE} posts, which isn't cached, over ${connections} connections, compared with a plain route that runs the one query`,
  goal: 0.7,
  unit: 'pages',
  async start(room) {
    const {patchbay, bare, channelId, headers} = await openPostsRoom(room);
    for (let count = 0; count < 2 * PAGE; count++) {
      const answer = await fetch(`${patchbay.url}/api/v4/posts`, {
        method: 'POST',
        headers,
        body: JSON.stringify({channel_id: channelId, message: `${count}. ${MESSAGE}`}),
      });
      if (answer.status !== 201) throw new Error(`creating a post returned ${answer.status}`);
    }
    return {
      baseline: httpLoad({pid: bare.pid, url: `${bare.url}/channels/${channelId}/posts`, connections}),
      subject: httpLoad({
        pid: patchbay.pid,
        url: `${patchbay.url}/api/v4/channels/${channelId}/posts?page=1&per_page=${PAGE}`,
        headers,
        connections,
      }),
    };
  },
};

export default channelPage;
