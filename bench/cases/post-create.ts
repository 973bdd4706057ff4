import type {BenchCase} from '../harness.ts';
import {httpLoad} from '../http-load.ts';
import {MESSAGE, openPostsRoom} from '../posts-room.ts';

const connections = 16;

const postCreate: BenchCase = {
  name: 'post-create',
  description: `POST /api/v4/posts over ${connections} connections, compared with a plain route with one durable insert`,
  goal: 0.6,
  unit: 'posts',
  async start(room) {
    const {patchbay, bare, channelId, headers} = await openPostsRoom(room);
    const body = {channel_id: channelId, message: MESSAGE};
    return {
      baseline: httpLoad({
        pid: bare.pid,
        url: `${bare.url}/posts`,
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify({...body, user_id: patchbay.userId}),
        connections,
      }),
      subject: httpLoad({
        pid: patchbay.pid,
        url: `${patchbay.url}/api/v4/posts`,
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        connections,
      }),
    };
  },
};

export default postCreate;
