import {connectPlatform} from '../server/src/commands/platform.ts';
import {upsertPicture} from '../server/src/messaging/image-proxy/store.ts';
import type {BenchCase} from './harness.ts';
import {httpLoad} from './http-load.ts';
import type {PatchbayServer} from './patchbay.ts';
import {MESSAGE, openPostsRoom} from './posts-room.ts';

const connections = 16;
const PAGE = 60;

const imageOf = (post: number) => `https://charts.example.com/${post}.png`;

const MESSAGES = {
  text: (post: number) => `${post}. ${MESSAGE}`,
  links: (post: number) =>
    `${post}. ${MESSAGE} [Build](https://ci.example.com:8443/builds/${post}?tab=log), at 10:30:45: https://ci.example.com/diff/${post}`,
  images: (post: number) => `${post}. ${MESSAGE} ![Chart](${imageOf(post)})`,
};

/** The speed of the newest page of a channel whose messages all are of this kind. */
export function newestPageCase(kind: keyof typeof MESSAGES): BenchCase {
  return {
    name: `newest-page-${kind}`,
    description:
      `the newest page of ${PAGE} posts (${kind}) over ${connections} connections, compared with a plain route that ` +
      'runs the one query',
    goal: 4,
    unit: 'pages',
    async start(room) {
      const {patchbay, bare, channelId, headers} = await openPostsRoom(room);
      if (kind === 'images') await storeImageSizes(patchbay);
      for (let post = 0; post < PAGE; post++) {
        const answer = await fetch(`${patchbay.url}/api/v4/posts`, {
          method: 'POST',
          headers,
          body: JSON.stringify({channel_id: channelId, message: MESSAGES[kind](post)}),
        });
        if (answer.status !== 201) throw new Error(`creating a post returned ${answer.status}`);
      }
      return {
        baseline: httpLoad({pid: bare.pid, url: `${bare.url}/channels/${channelId}/posts`, connections}),
        subject: httpLoad({
          pid: patchbay.pid,
          url: `${patchbay.url}/api/v4/channels/${channelId}/posts?per_page=${PAGE}`,
          headers,
          connections,
        }),
      };
    },
  };
}

/** Stores the dimensions of the images, as the server does after it has fetched them. */
async function storeImageSizes({dataDirectory}: PatchbayServer): Promise<void> {
  process.env.PATCHBAY_DATA = dataDirectory;
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  for (let post = 0; post < PAGE; post++) {
    const size = {width: 640, height: 480, format: 'png', frame_count: 0};
    await upsertPicture(platform.database, imageOf(post), size);
  }
  await disconnect();
}
