import {newId} from '../../../server/src/platform/database/ids.ts';
import {TEST_PASSWORD} from '../../support/test-server.ts';
import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

const memberIds = (world: World) => [world.member];
const tokenOfMember = (world: World) => ({token_id: world.accessTokenId});
const newAccount = () => {
  const name = `n${newId().slice(0, 12)}`;
  return {username: name, email: `${name}@example.com`, password: TEST_PASSWORD};
};

/** Accounts, sign-in, tokens, roles, the audit log. */
export const people: AccessTable = {
  //                                                       anon mem tok oth bot tad sad
  'POST /api/v4/users': ['201 201 201 201 201 201 201', {body: newAccount}],
  'GET /api/v4/users': '401 200 200 200 200 200 200',
  'GET /api/v4/users/:user_id': '401 200 200 200 200 200 200',
  'GET /api/v4/users/username/:username': '401 200 200 200 200 200 200',
  // Email addresses are hidden, so they can't be used to find people.
  'GET /api/v4/users/email/:email': '401 403 403 403 403 403 200',
  'POST /api/v4/users/ids': ['401 200 200 200 200 200 200', {body: memberIds}],
  'POST /api/v4/users/usernames': ['401 200 200 200 200 200 200', {body: () => ['somebody']}],
  'POST /api/v4/users/group_channels': ['401 200 200 200 200 200 200', {body: () => [newId()]}],
  'POST /api/v4/users/search': [
    '401 200 200 403 403 403 200',
    {allowedInArchive: true, body: (world) => ({term: 'm', in_channel_id: world.privateChannelId})},
  ],
  'GET /api/v4/users/autocomplete': [
    '401 200 200 403 403 403 200',
    {query: (world) => `name=m&in_channel=${world.privateChannelId}`},
  ],
  'GET /api/v4/users/stats': '401 200 200 200 200 200 200',
  'GET /api/v4/users/stats/filtered': '401 403 403 403 403 403 200',
  'GET /api/v4/users/known': '401 200 200 200 200 200 200',

  'PUT /api/v4/users/:user_id': [
    '401 200 200 403 403 403 200',
    {body: (world) => ({id: world.member, nickname: 'M'})},
  ],
  'PUT /api/v4/users/:user_id/patch': ['401 200 200 403 403 403 200', {body: () => ({nickname: 'M'})}],
  'PUT /api/v4/users/:user_id/password': [
    '401 200 200 403 403 403 200',
    {body: () => ({current_password: TEST_PASSWORD, new_password: `${TEST_PASSWORD} too`})},
  ],
  'PUT /api/v4/users/:user_id/active': ['401 200 200 403 403 403 200', {body: () => ({active: false})}],
  'DELETE /api/v4/users/:user_id': '401 200 200 403 403 403 200',
  'PUT /api/v4/users/:user_id/roles': [
    '401 403 403 403 403 403 200',
    {body: () => ({roles: 'system_user system_admin'})},
  ],
  'PUT /api/v4/users/:user_id/auth': [
    '401 403 403 403 403 403 200',
    {body: () => ({auth_service: 'ldap', auth_data: newId()})},
  ],
  // The member is not a guest.
  'POST /api/v4/users/:user_id/promote': '401 403 403 403 403 403 501',
  'POST /api/v4/users/:user_id/demote': '401 403 403 403 403 403 200',
  'POST /api/v4/users/:user_id/email/verify/member': '401 403 403 403 403 403 200',
  'POST /api/v4/users/:user_id/reset_failed_attempts': '401 403 403 403 403 403 200',
  'GET /api/v4/users/:user_id/audits': '401 200 200 403 403 403 200',
  'GET /api/v4/audits': '401 403 403 403 403 403 200',

  'POST /api/v4/users/login': [
    '200 200 200 200 200 200 200',
    // The password proves that the caller is the member.
    {
      body: (world) => ({login_id: world.params.username, password: TEST_PASSWORD}),
      showsThingsOf: 'member',
    },
  ],
  'POST /api/v4/users/logout': '200 200 200 200 200 200 200',
  'POST /api/v4/users/mfa': ['200 200 200 200 200 200 200', {body: () => ({login_id: 'member'})}],
  'POST /api/v4/users/login/type': ['200 200 200 200 200 200 200', {body: () => ({login_id: 'member'})}],
  // Emails are turned off.
  'POST /api/v4/users/password/reset/send': [
    '501 501 501 501 501 501 501',
    {body: () => ({email: 'member@example.com'})},
  ],
  'POST /api/v4/users/password/reset': [
    '400 400 400 400 400 400 400',
    {body: () => ({token: newId(), new_password: `${TEST_PASSWORD} too`})},
  ],
  'POST /api/v4/users/email/verify/send': [
    '501 501 501 501 501 501 501',
    {body: () => ({email: 'member@example.com'})},
  ],
  'POST /api/v4/notifications/unsubscribe': ['400 400 400 400 400 400 400', {query: () => 'token=x'}],
  'GET /api/v4/notifications/unsubscribe': ['302 302 302 302 302 302 302', {query: () => 'token=x'}],
  'POST /api/v4/users/email/verify': ['400 400 400 400 400 400 400', {body: () => ({token: newId()})}],
  'PUT /api/v4/users/sessions/device': [
    '401 200 400 200 400 200 200',
    {body: () => ({device_id: 'android_rn:1'}), but: {guest: 200, 'former channel member': 200}},
  ],
  'GET /api/v4/users/:user_id/sessions': '401 200 200 403 403 403 200',
  'POST /api/v4/users/:user_id/sessions/revoke': [
    '401 200 200 403 403 403 200',
    {body: (world) => ({session_id: world.sessionId})},
  ],
  'POST /api/v4/users/:user_id/sessions/revoke/all': '401 200 200 403 403 403 200',
  'POST /api/v4/users/sessions/revoke/all': '401 403 403 403 403 403 200',

  // Members cannot create tokens until an administrator assigns them the role for it.
  'POST /api/v4/users/:user_id/tokens': [
    '401 403 403 403 403 403 200',
    {body: () => ({description: 'for a script'})},
  ],
  'GET /api/v4/users/:user_id/tokens': '401 403 403 403 403 403 200',
  'GET /api/v4/users/tokens': '401 403 403 403 403 403 200',
  'POST /api/v4/users/tokens/search': ['401 403 403 403 403 403 200', {body: () => ({term: 'member'})}],
  'GET /api/v4/users/tokens/:token_id': '401 403 403 403 403 403 200',
  'POST /api/v4/users/tokens/:token_id/rotate': [
    '401 403 403 403 403 403 200',
    {body: () => ({overlap_ms: 1000})},
  ],
  'POST /api/v4/users/tokens/revoke': ['401 403 403 403 403 403 200', {body: tokenOfMember}],
  'POST /api/v4/users/tokens/disable': ['401 403 403 403 403 403 200', {body: tokenOfMember}],
  'POST /api/v4/users/tokens/enable': ['401 403 403 403 403 403 200', {body: tokenOfMember}],

  'GET /api/v4/permissions/ancillary': '401 200 200 200 200 200 200',
  'POST /api/v4/permissions/ancillary': [
    '401 200 200 200 200 200 200',
    {body: () => ['sysconsole_read_reporting_server_logs']},
  ],
  'GET /api/v4/roles': '401 403 403 403 403 403 200',
  'GET /api/v4/roles/:role_id': ['401 200 200 200 200 200 200', {prepare: setRoleId}],
  'GET /api/v4/roles/name/:role_name': '401 200 200 200 200 200 200',
  'POST /api/v4/roles/names': ['401 200 200 200 200 200 200', {body: () => ['system_user']}],
  'PUT /api/v4/roles/:role_id/patch': ['401 403 403 403 403 403 200', {prepare: setRoleId, body: () => ({})}],

  'GET /api/v4/schemes': '401 403 403 403 403 403 200',
  'POST /api/v4/schemes': ['401 403 403 403 403 403 201', {body: newScheme}],
  'GET /api/v4/schemes/:scheme_id': ['401 403 403 403 403 403 200', {prepare: createScheme}],
  'PUT /api/v4/schemes/:scheme_id/patch': [
    '401 403 403 403 403 403 200',
    {prepare: createScheme, body: () => ({description: 'New'})},
  ],
  'DELETE /api/v4/schemes/:scheme_id': ['401 403 403 403 403 403 200', {prepare: createScheme}],
  'GET /api/v4/schemes/:scheme_id/teams': ['401 403 403 403 403 403 200', {prepare: createScheme}],
  // The scheme is for teams, not for channels.
  'GET /api/v4/schemes/:scheme_id/channels': ['401 403 403 403 403 403 400', {prepare: createScheme}],
};

function newScheme() {
  return {display_name: 'New', scope: 'team' as const};
}

async function createScheme({server, params}: World): Promise<void> {
  params.scheme_id = (await server.features.schemes.create(newScheme())).id;
}

async function setRoleId(world: World): Promise<void> {
  world.params.role_id = (await world.server.features.permissions.roleByName('system_user')).id;
}
