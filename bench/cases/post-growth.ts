import {growthCase} from '../growth.ts';
import {MESSAGE} from '../posts-room.ts';

export default growthCase('post-growth', 'POST /api/v4/posts', 'posts', (channelId) => ({
  path: '/api/v4/posts',
  method: 'POST',
  body: JSON.stringify({channel_id: channelId, message: MESSAGE}),
}));
