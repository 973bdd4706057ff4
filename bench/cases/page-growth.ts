import {growthCase} from '../growth.ts';

export default growthCase('page-growth', 'a page of 60 posts', 'pages', (channelId) => ({
  path: `/api/v4/channels/${channelId}/posts?per_page=60`,
  method: 'GET',
}));
