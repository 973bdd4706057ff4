import {connectPlatform} from '../server/src/commands/platform.ts';
import {type LinkMetadata, upsertLinkMetadata} from '../server/src/messaging/link-metadata/store.ts';
import type {BenchCase} from './harness.ts';
import {httpLoad} from './http-load.ts';
import type {PatchbayServer} from './patchbay.ts';
import {MESSAGE, openPostsRoom} from './posts-room.ts';

const connections = 16;
const PAGE = 60;

const imageOf = (post: number) => `https://charts.example.com/${post}.png`;
const linkOf = (post: number) => `https://ci.example.com/diff/${post}`;

const MESSAGES = {
  text: (post: number) => `${post}. ${MESSAGE}`,
  links: (post: number) =>
    `${post}. ${MESSAGE} [Build](https://ci.example.com:8443/builds/${post}?tab=log), at 10:30:45: ${linkOf(post)}`,
  images: (post: number) => `${post}. ${MESSAGE} ![Chart](${imageOf(post)})`,
};

/** Measures the newest page of a channel in which all messages are of this kind. */
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
      await storeMetadata(patchbay);
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

/** Stores the metadata of the images and links, like the server does after fetching them. */
async function storeMetadata({dataDirectory}: PatchbayServer): Promise<void> {
  process.env.PATCHBAY_DATA = dataDirectory;
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  for (let post = 0; post < PAGE; post++) {
    const image: LinkMetadata = {
      type: 'image',
      data: {width: 640, height: 480, format: 'png', frame_count: 0},
    };
    const page: LinkMetadata = {
      type: 'opengraph',
      data: {
        type: 'website',
        url: linkOf(post),
        title: `Change ${post}`,
        description: MESSAGE,
        site_name: 'CI',
        images: [{url: imageOf(post), secure_url: '', type: '', width: 0, height: 0}],
      },
    };
    await upsertLinkMetadata(platform.database, imageOf(post), image);
    await upsertLinkMetadata(platform.database, linkOf(post), page);
  }
  await disconnect();
}
