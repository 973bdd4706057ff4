import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable, RouteCall} from './access-table.ts';
import type {World} from './world.ts';

const inPublic: Pick<RouteCall, 'params'> = {params: (world) => ({channel_id: world.publicChannelId})};
const newChannel = (type: 'O' | 'P') => (world: World) => ({
  team_id: world.teamId,
  name: `c-${newId().slice(0, 12)}`,
  display_name: 'New',
  type,
});
const term = () => ({term: 'town'});

/** Channels, their members and read states. Unless stated otherwise, the channel is the private one. */
export const channels: AccessTable = {
  //                                     anon mem tok oth bot tad sad
  'POST /api/v4/channels': ['401 201 201 403 201 201 201', {body: newChannel('P'), but: {guest: 403}}],
  'POST /api/v4/channels/direct': [
    '401 403 403 201 403 403 201',
    {body: (world) => [world.systemAdmin, world.other], but: {'former team member': 403}},
  ],
  'POST /api/v4/channels/group': [
    '401 201 201 201 201 201 201',
    // One of these people shares no channel with the guest.
    {body: (world) => [world.member, world.other, world.teamAdmin], but: {guest: 403}},
  ],
  'POST /api/v4/channels/group/search': ['401 200 200 200 200 200 200', {body: () => ({term: 'm'})}],
  'GET /api/v4/channels': '401 403 403 403 403 403 200',
  'POST /api/v4/channels/search': ['401 403 403 403 403 403 200', {body: term}],

  'GET /api/v4/channels/:channel_id': '401 200 200 403 403 403 200',
  'GET /api/v4/teams/:team_id/channels/name/:channel_name': '401 200 200 404 404 404 200',
  'GET /api/v4/teams/name/:team_name/channels/name/:channel_name': '401 200 200 404 404 404 200',
  'GET /api/v4/channels/:channel_id/stats': '401 200 200 403 403 403 200',
  'POST /api/v4/channels/stats/member_count': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: (world) => [world.privateChannelId]},
  ],
  'GET /api/v4/channels/:channel_id/timezones': '401 200 200 403 403 403 200',
  'GET /api/v4/channels/:channel_id/bookmarks': '401 200 200 403 403 403 200',
  'POST /api/v4/channels/:channel_id/bookmarks': ['401 201 201 403 403 403 201', {body: bookmark}],
  'PATCH /api/v4/channels/:channel_id/bookmarks/:bookmark_id': [
    '401 200 200 403 403 403 200',
    {prepare: createBookmark, body: () => ({display_name: 'Other'})},
  ],
  'POST /api/v4/channels/:channel_id/bookmarks/:bookmark_id/sort_order': [
    '401 200 200 403 403 403 200',
    {prepare: createBookmark, body: () => '0', headers: {'content-type': 'application/json'}},
  ],
  'DELETE /api/v4/channels/:channel_id/bookmarks/:bookmark_id': [
    '401 200 200 403 403 403 200',
    {prepare: createBookmark},
  ],
  'GET /api/v4/channels/:channel_id/common_teams': '401 200 200 403 403 403 200',
  'GET /api/v4/channels/:channel_id/moderations': '401 403 403 403 403 403 200',
  'PUT /api/v4/channels/:channel_id/moderations/patch': [
    '401 403 403 403 403 403 200',
    {body: () => [{name: 'create_post', roles: {members: false}}]},
  ],

  'PUT /api/v4/channels/:channel_id': [
    '401 200 200 403 403 200 200',
    {body: (world) => ({id: world.privateChannelId, display_name: 'Other'})},
  ],
  'PUT /api/v4/channels/:channel_id/patch': [
    '401 200 200 403 200 200 200',
    {...inPublic, body: () => ({header: 'New'}), but: {guest: 403}},
  ],
  // Only administrators can convert between private and public channels.
  'PUT /api/v4/channels/:channel_id/privacy': [
    '401 403 403 403 403 200 200',
    {body: () => ({privacy: 'O'}), showsThingsOf: 'member'},
  ],
  'POST /api/v4/channels/:channel_id/convert': ['401 403 403 403 403 200 200', inPublic],
  'DELETE /api/v4/channels/:channel_id': '401 200 200 403 403 200 200',
  'POST /api/v4/channels/:channel_id/restore': [
    '401 403 403 403 403 200 200',
    {
      showsThingsOf: 'member',
      async prepare({server, privateChannelId}) {
        await server.platform.database.execute({
          text: 'update Channels set DeleteAt = 1 where Id = $1',
          values: [privateChannelId],
        });
      },
    },
  ],
  'POST /api/v4/channels/:channel_id/move': [
    '401 403 403 403 403 403 200',
    {body: (world) => ({team_id: world.teamId, force: true})},
  ],
  // Only group channels can be converted.
  'POST /api/v4/channels/:channel_id/convert_to_channel': [
    '401 400 400 403 403 403 403',
    {body: (world) => ({team_id: world.teamId, name: 'converted', display_name: 'Converted'})},
  ],

  'PUT /api/v4/channels/:channel_id/scheme': ['401 403 403 403 403 403 200', {body: () => ({scheme_id: ''})}],

  'GET /api/v4/channels/:channel_id/members': '401 200 200 403 403 403 200',
  'POST /api/v4/channels/:channel_id/members/ids': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: (world) => [world.member]},
  ],
  'GET /api/v4/channels/:channel_id/members/:user_id': '401 200 200 403 403 403 200',
  'PUT /api/v4/channels/:channel_id/members': [
    '401 403 403 403 403 403 200',
    {body: (world) => ({members: [world.member]}), query: () => 'batch_delay_ms=0'},
  ],
  'POST /api/v4/channels/:channel_id/members': [
    '401 201 201 403 403 201 201',
    {body: (world) => ({user_id: world.teamAdmin})},
  ],
  'DELETE /api/v4/channels/:channel_id/members/:user_id': [
    '401 200 200 403 403 200 200',
    {allowedInArchive: true},
  ],
  'PUT /api/v4/channels/:channel_id/members/:user_id/roles': [
    '401 403 403 403 403 200 200',
    {body: () => ({roles: 'channel_user channel_admin'})},
  ],
  'PUT /api/v4/channels/:channel_id/members/:user_id/schemeRoles': [
    '401 403 403 403 403 200 200',
    {body: () => ({scheme_user: true, scheme_admin: true})},
  ],
  'PUT /api/v4/channels/:channel_id/members/:user_id/notify_props': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: () => ({desktop: 'all'})},
  ],

  'GET /api/v4/teams/:team_id/channels': ['401 200 200 403 200 200 200', {but: {guest: 403}}],
  'GET /api/v4/teams/:team_id/channels/private': '401 403 403 403 403 403 200',
  'GET /api/v4/teams/:team_id/channels/deleted': ['401 200 200 403 200 200 200', {but: {guest: 403}}],
  'GET /api/v4/teams/:team_id/channels/recommended': '401 200 200 403 200 200 200',
  'GET /api/v4/teams/:team_id/channels/autocomplete': '401 200 200 403 200 200 200',
  'GET /api/v4/teams/:team_id/channels/search_autocomplete': '401 200 200 403 200 200 200',
  'GET /api/v4/teams/:team_id/channels/managed_categories': '401 200 200 403 200 200 200',
  'POST /api/v4/teams/:team_id/channels/ids': [
    '401 200 200 403 200 200 200',
    {body: (world) => [world.publicChannelId], but: {guest: 403}},
  ],
  'POST /api/v4/teams/:team_id/channels/search': ['401 200 200 403 200 200 200', {body: term}],

  'GET /api/v4/users/:user_id/channels': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/channel_members': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/:team_id/channels': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/:team_id/channels/members': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/channels/:channel_id/unread': '401 200 200 403 403 403 200',
  'POST /api/v4/channels/members/:user_id/view': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: (world) => ({channel_id: world.privateChannelId})},
  ],
  'POST /api/v4/channels/members/:user_id/mark_read': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: (world) => [world.privateChannelId]},
  ],
  'PUT /api/v4/channels/members/:user_id/direct/read': '401 200 200 403 403 403 200',

  'GET /api/v4/users/:user_id/teams/:team_id/channels/categories': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/:team_id/channels/categories/order': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/:team_id/channels/categories/:category_id': [
    '401 200 200 403 403 403 200',
    {prepare: createCategory},
  ],
  'POST /api/v4/users/:user_id/teams/:team_id/channels/categories': [
    '401 200 200 403 403 403 200',
    {body: newCategory},
  ],
  'PUT /api/v4/users/:user_id/teams/:team_id/channels/categories': [
    '401 200 200 403 403 403 200',
    {prepare: createCategory, body: (world) => [{...newCategory(world), id: world.params.category_id}]},
  ],
  'PUT /api/v4/users/:user_id/teams/:team_id/channels/categories/:category_id': [
    '401 200 200 403 403 403 200',
    {prepare: createCategory, body: (world) => ({...newCategory(world), id: world.params.category_id})},
  ],
  'DELETE /api/v4/users/:user_id/teams/:team_id/channels/categories/:category_id': [
    '401 200 200 403 403 403 200',
    {prepare: createCategory},
  ],
  'PUT /api/v4/users/:user_id/teams/:team_id/channels/categories/order': [
    '401 200 200 403 403 403 200',
    {prepare: createCategory, body: (world) => world.order},
  ],
};

function bookmark() {
  return {display_name: 'Handbook', type: 'link', link_url: 'https://example.com/handbook'};
}

async function createBookmark(world: World): Promise<void> {
  const {body} = await world.as('member').post(`/channels/${world.privateChannelId}/bookmarks`, bookmark());
  world.params.bookmark_id = body.id;
}

function newCategory(world: World) {
  return {user_id: world.member, team_id: world.teamId, display_name: 'Mine', channel_ids: []};
}

async function createCategory(world: World): Promise<void> {
  const path = `/users/${world.member}/teams/${world.teamId}/channels/categories`;
  const {body} = await world.as('member').post(path, newCategory(world));
  world.params.category_id = body.id;
  world.order = (await world.as('member').get(`${path}/order`)).body;
}
