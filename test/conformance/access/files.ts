import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable, RouteCall} from './access-table.ts';
import type {World} from './world.ts';

const withFile: RouteCall = {prepare: attachFile};
const withEmojiImage = '401 404 404 404 404 404 404';

/** Files, emoji, images, preferences and drafts. The file belongs to the member's post in the private channel. */
export const files: AccessTable = {
  //                                 anon mem tok oth bot tad sad
  'POST /api/v4/files': [
    '401 201 201 403 403 403 201',
    {
      allowedInArchive: true,
      query: (world) => `channel_id=${world.privateChannelId}&filename=a.txt`,
      body: () => Buffer.from('text'),
    },
  ],
  'GET /api/v4/files/:file_id': ['401 200 200 403 403 403 200', withFile],
  'GET /api/v4/files/:file_id/thumbnail': ['401 400 400 403 403 403 400', withFile],
  'GET /api/v4/files/:file_id/preview': ['401 400 400 403 403 403 400', withFile],
  'GET /api/v4/files/:file_id/info': ['401 200 200 403 403 403 200', withFile],
  'GET /api/v4/files/:file_id/link': ['401 501 501 403 403 403 501', withFile],
  // Public links are disabled.
  'GET /files/:file_id/public': ['501 501 501 501 501 501 501', withFile],
  // There is no bucket.
  'POST /api/v4/file/s3_test': '401 403 403 403 403 403 400',
  'POST /api/v4/file/test': '401 403 403 403 403 403 400',
  'GET /api/v4/posts/:post_id/files/info': '401 200 200 403 403 403 200',

  // Users who can't read it get 404.
  'POST /api/v4/files/search': ['401 200 200 200 200 200 200', {body: () => ({terms: 'text'})}],
  'POST /api/v4/teams/:team_id/files/search': [
    '401 200 200 403 200 200 200',
    {body: () => ({terms: 'text'})},
  ],
  'POST /api/v4/uploads': ['401 201 201 403 403 403 201', {allowedInArchive: true, body: newUpload}],
  'GET /api/v4/uploads/:upload_id': ['401 200 200 403 403 403 200', {prepare: startUpload}],
  'POST /api/v4/uploads/:upload_id': [
    '401 200 200 403 403 403 403',
    {prepare: startUpload, body: () => Buffer.from('text')},
  ],
  'GET /api/v4/users/:user_id/uploads': '401 200 200 403 403 403 200',

  'GET /api/v4/emoji': '401 200 200 200 200 200 200',
  // Without an image, the request is rejected for everyone.
  'POST /api/v4/emoji': ['401 400 400 400 400 400 400', {but: {guest: 403}}],
  'GET /api/v4/emoji/:emoji_id': '401 200 200 200 200 200 200',
  'GET /api/v4/emoji/:emoji_id/image': withEmojiImage,
  'GET /static/emoji/:picture': ['200 200 200 200 200 200 200', {params: () => ({picture: '1f600.png'})}],
  'GET /api/v4/emoji/name/:emoji_name': '401 200 200 200 200 200 200',
  'POST /api/v4/emoji/names': ['401 200 200 200 200 200 200', {body: () => ['smile']}],
  'POST /api/v4/emoji/search': ['401 200 200 200 200 200 200', {body: () => ({term: 'e'})}],
  'GET /api/v4/emoji/autocomplete': ['401 200 200 200 200 200 200', {query: () => 'name=e'}],
  'DELETE /api/v4/emoji/:emoji_id': '401 200 200 403 403 403 200',

  'GET /api/v4/users/:user_id/image': '401 200 200 200 200 200 200',
  'GET /api/v4/users/:user_id/image/default': '401 200 200 200 200 200 200',
  'POST /api/v4/users/:user_id/image': '401 400 400 403 403 403 400',
  'DELETE /api/v4/users/:user_id/image': '401 200 200 403 403 403 200',
  // The image proxy is disabled.
  'GET /api/v4/image': [
    '401 404 404 404 404 404 404',
    {query: () => 'url=https%3A%2F%2Fexample.com%2Fa.png'},
  ],

  // GIFs are off, and there is no key.
  'GET /api/v4/gifs': '401 501 501 501 501 501 501',
  'POST /api/v4/gifs/test': '401 403 403 403 403 403 400',

  'GET /api/v4/users/:user_id/preferences': '401 200 200 403 403 403 200',
  'PUT /api/v4/users/:user_id/preferences': ['401 200 200 403 403 403 200', {body: preferences}],
  'POST /api/v4/users/:user_id/preferences/delete': ['401 200 200 403 403 403 200', {body: preferences}],
  'GET /api/v4/users/:user_id/preferences/:category': [
    '401 200 200 403 403 403 200',
    {prepare: setPreference, params: () => ({category: 'theme'})},
  ],
  'GET /api/v4/users/:user_id/preferences/:category/name/:preference_name': [
    '401 200 200 403 403 403 200',
    {prepare: setPreference, params: () => ({category: 'theme', preference_name: 'one'})},
  ],

  'POST /api/v4/drafts': [
    '401 201 201 403 403 403 201',
    {body: (world) => ({channel_id: world.privateChannelId, message: 'not yet'})},
  ],
  // No one can read another person's drafts.
  'GET /api/v4/users/:user_id/teams/:team_id/drafts': '401 200 200 403 403 403 403',
  'DELETE /api/v4/users/:user_id/channels/:channel_id/drafts': [
    '401 200 200 403 403 403 403',
    {allowedInArchive: true},
  ],
  'DELETE /api/v4/users/:user_id/channels/:channel_id/drafts/:thread_id': [
    '401 200 200 403 403 403 403',
    {allowedInArchive: true, params: () => ({thread_id: newId()})},
  ],
};

function preferences(world: World) {
  return [{user_id: world.member, category: 'theme', name: 'one', value: '{}'}];
}

async function setPreference(world: World): Promise<void> {
  await world.as('member').put('/users/me/preferences', preferences(world));
}

function newUpload(world: World) {
  return {type: 'attachment', channel_id: world.privateChannelId, filename: 'a.txt', file_size: 4};
}

async function startUpload(world: World): Promise<void> {
  world.params.upload_id = (await world.as('member').post('/uploads', newUpload(world))).body.id;
}

async function attachFile(world: World): Promise<void> {
  const channel_id = world.privateChannelId;
  const member = world.as('member');
  const content = Buffer.from(world.canaries.text('content of a file'));
  const {body} = await member.post(`/files?channel_id=${channel_id}&filename=a.txt`, content);
  const file_ids = [body.file_infos[0].id];
  await member.post('/posts', {channel_id, message: 'see this', file_ids});
  world.params.file_id = file_ids[0];
}
