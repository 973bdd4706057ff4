import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable, RouteCall} from './access-table.ts';
import type {World} from './world.ts';

const ANYONE = '401 200 200 200 200 200 200';
const withGroup: RouteCall = {prepare: createGroup};
const noGuests = {but: {guest: 403}} as const;
const member = (world: World) => ({user_ids: [world.member]});

/** Groups of users. Every member of the server can manage them, but guests can't. */
export const groups: AccessTable = {
  //                           anon mem tok oth bot tad sad
  'GET /api/v4/groups': [ANYONE, {prepare: createGroup, query: () => 'include_member_ids=true'}],
  'POST /api/v4/groups': ['401 201 201 201 201 201 201', {body: newGroup, ...noGuests}],
  'POST /api/v4/groups/names': [ANYONE, {body: () => ['everybody']}],
  'GET /api/v4/groups/:group_id': [ANYONE, withGroup],
  'PUT /api/v4/groups/:group_id/patch': [
    ANYONE,
    {...withGroup, body: () => ({display_name: 'New'}), ...noGuests},
  ],
  'DELETE /api/v4/groups/:group_id': [ANYONE, {...withGroup, ...noGuests}],
  'POST /api/v4/groups/:group_id/restore': [ANYONE, {...withGroup, ...noGuests}],
  'GET /api/v4/groups/:group_id/stats': [ANYONE, withGroup],
  'GET /api/v4/groups/:group_id/members': [ANYONE, withGroup],
  'POST /api/v4/groups/:group_id/members': [ANYONE, {...withGroup, body: member, ...noGuests}],
  'DELETE /api/v4/groups/:group_id/members': [ANYONE, {...withGroup, body: member, ...noGuests}],
  'GET /api/v4/users/:user_id/groups': ANYONE,
  'GET /api/v4/channels/:channel_id/member_counts_by_group': '401 200 200 403 403 403 200',
};

function newGroup(): object {
  return {name: newId(), display_name: 'Group', source: 'custom', allow_reference: true};
}

async function createGroup(world: World): Promise<void> {
  const {body} = await world.as('system admin').post('/groups', {...newGroup(), user_ids: [world.member]});
  world.params.group_id = body.id;
}
