import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable} from './access-table.ts';
import {SCHEDULED_AT, type World} from './world.ts';

const byMember = (world: World) => [world.privatePostId];
const search = () => ({terms: 'private', is_or_search: false});
const thread = {params: (world: World) => ({thread_id: world.privatePostId, timestamp: '1'})};
const reaction = (world: World) => ({
  user_id: world.member,
  post_id: world.privatePostId,
  emoji_name: 'smile',
});

/** Messages, threads, reactions, search. The post is the member's post in the private channel. */
export const posts: AccessTable = {
  //                                  anon mem tok oth bot tad sad
  'POST /api/v4/posts': [
    '401 201 201 403 201 201 201',
    {body: (world) => ({channel_id: world.publicChannelId, message: 'hi'})},
  ],
  'POST /api/v4/posts/ephemeral': [
    '401 403 403 403 403 403 201',
    {
      body: (world) => ({
        user_id: world.member,
        post: {channel_id: world.publicChannelId, message: 'psst'},
      }),
    },
  ],
  'GET /api/v4/posts/:post_id': '401 200 200 403 403 403 200',
  // Posts that the caller can't read are left out.
  'POST /api/v4/posts/ids': ['401 200 200 200 200 200 200', {allowedInArchive: true, body: byMember}],
  'GET /api/v4/posts/:post_id/info': '401 200 200 403 403 403 200',
  'GET /api/v4/posts/:post_id/thread': '401 200 200 403 403 403 200',
  'GET /api/v4/posts/:post_id/edit_history': [
    '401 200 200 403 403 403 200',
    {
      async prepare(world) {
        await world.as('member').put(`/posts/${world.privatePostId}/patch`, {message: 'edited'});
      },
    },
  ],
  'POST /api/v4/posts/:post_id/restore/:restore_version_id': [
    // An administrator can edit the message, but only its author can restore a version of it.
    '401 404 404 403 403 403 403',
    {params: (world) => ({...world.params, restore_version_id: 'z'.repeat(26)})},
  ],
  // Threads of private channels can't be moved.
  'POST /api/v4/posts/:post_id/move': [
    '401 400 400 403 403 403 400',
    {body: (world) => ({channel_id: world.publicChannelId})},
  ],
  'GET /api/v4/channels/:channel_id/posts': '401 200 200 403 403 403 200',
  'GET /api/v4/channels/:channel_id/pinned': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/channels/:channel_id/posts/unread': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/posts/flagged': '401 200 200 403 403 403 200',

  // Users who can't read it get 404.
  'POST /api/v4/posts/search': ['401 200 200 200 200 200 200', {body: search}],
  'POST /api/v4/teams/:team_id/posts/search': ['401 200 200 403 200 200 200', {body: search}],
  'POST /api/v4/posts/search/suggestion': ['401 200 200 200 200 200 200', {body: search}],
  'POST /api/v4/teams/:team_id/posts/search/suggestion': ['401 200 200 403 200 200 200', {body: search}],

  'PUT /api/v4/posts/:post_id': [
    '401 200 200 403 403 403 200',
    {body: (world) => ({id: world.privatePostId, message: 'changed'})},
  ],
  'PUT /api/v4/posts/:post_id/patch': ['401 200 200 403 403 403 200', {body: () => ({message: 'changed'})}],
  'POST /api/v4/users/:user_id/posts/:post_id/reminder': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: () => ({target_time: 4_000_000_000})},
  ],
  'DELETE /api/v4/users/:user_id/posts/:post_id/reminder': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true},
  ],
  'GET /api/v4/users/:user_id/posts/reminders': '401 200 200 403 403 403 200',
  'POST /api/v4/posts/schedule': [
    '401 201 201 403 403 403 403',
    {body: (world) => ({channel_id: world.privateChannelId, message: 'later', scheduled_at: SCHEDULED_AT})},
  ],
  'GET /api/v4/posts/scheduled/team/:team_id': [
    '401 200 200 403 200 200 200',
    {query: () => 'includeDirectChannels=true'},
  ],
  'PUT /api/v4/posts/schedule/:scheduled_post_id': [
    '401 200 200 403 403 403 403',
    {
      body: (world) => ({
        id: world.params.scheduled_post_id,
        channel_id: world.privateChannelId,
        message: 'changed',
        scheduled_at: SCHEDULED_AT,
      }),
    },
  ],
  'DELETE /api/v4/posts/schedule/:scheduled_post_id': '401 200 200 403 403 403 403',
  'POST /api/v4/posts/:post_id/pin': '401 200 200 403 403 403 200',
  'POST /api/v4/posts/:post_id/unpin': '401 200 200 403 403 403 200',
  // A team administrator moderates every channel of the team.
  'DELETE /api/v4/posts/:post_id': ['401 200 200 403 403 200 200', {allowedInArchive: true}],
  'POST /api/v4/users/:user_id/posts/:post_id/set_unread': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true},
  ],
  'POST /api/v4/users/:user_id/posts/:post_id/ack': ['401 200 200 403 403 403 403', {allowedInArchive: true}],
  'DELETE /api/v4/users/:user_id/posts/:post_id/ack': [
    '401 200 200 403 403 403 403',
    {allowedInArchive: true},
  ],

  'POST /api/v4/reactions': ['401 200 200 403 403 403 403', {body: reaction}],
  'GET /api/v4/posts/:post_id/reactions': '401 200 200 403 403 403 200',
  'POST /api/v4/posts/ids/reactions': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: byMember},
  ],
  'DELETE /api/v4/users/:user_id/posts/:post_id/reactions/:emoji_name': [
    '401 200 200 403 403 403 200',
    {
      async prepare(world) {
        await world.as('member').post('/reactions', reaction(world));
      },
      params: () => ({emoji_name: 'smile'}),
    },
  ],

  'GET /api/v4/users/:user_id/teams/:team_id/threads': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/:team_id/threads/:thread_id': [
    '401 200 200 403 403 403 200',
    {...thread, prepare: reply},
  ],
  'PUT /api/v4/users/:user_id/teams/:team_id/threads/:thread_id/following': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, ...thread, prepare: reply},
  ],
  'DELETE /api/v4/users/:user_id/teams/:team_id/threads/:thread_id/following': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, ...thread, prepare: reply},
  ],
  'PUT /api/v4/users/:user_id/teams/:team_id/threads/read': '401 200 200 403 403 403 200',
  'PUT /api/v4/users/:user_id/teams/:team_id/threads/:thread_id/read/:timestamp': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, ...thread, prepare: reply},
  ],
  'POST /api/v4/users/:user_id/teams/:team_id/threads/:thread_id/set_unread/:post_id': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, ...thread, prepare: reply},
  ],
};

/** Makes the post the root of a thread that the member follows. */
async function reply(world: World): Promise<void> {
  const message = {channel_id: world.privateChannelId, root_id: world.privatePostId, message: newId()};
  await world.as('member').post('/posts', message);
}
