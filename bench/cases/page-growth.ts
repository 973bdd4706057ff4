import {growthCase} from '../growth.ts';

export default growthCase('page-growth', 'an older page of 60 posts', 'pages', (channelId) => ({
  path: `/api/v4/channels/${channelId}/posts?page=1&per_page=60`,
  method: 'GET',
}));
