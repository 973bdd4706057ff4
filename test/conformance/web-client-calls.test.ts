// The calls of the official web client (level 5.37) by an administrator, in order, from the sign-in page to the
// System Console. Each must get the same response as in Mattermost.

import {afterAll, beforeAll, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../support/test-server.ts';

let server: TestServer;
let teamId: string;
let channelId: string;

beforeAll(async () => {
  server = await createTestServer();
  const {teams, channels} = server.features;
  const {admin} = server;
  teamId = (await teams.create({name: 'provident', display_name: 'Provident', type: 'O'}, admin.id)).id;
  channelId = (await channels.byName(teamId, 'town-square', {includeArchived: false})).id;
  await server.features.systemMessages.idle();
});
afterAll(() => server.close());

const paging = 'page=0&per_page=60';

test.each([
  ['GET', '/users/me/teams/members'],
  ['GET', '/users/me/teams/unread'],
  ['GET', '/users/me/teams'],
  ['GET', '/users/me/preferences'],
  ['GET', '/users/me/teams/{team}/channels/members'],
  ['GET', '/users/me/teams/{team}/channels?include_deleted=true'],
  ['POST', '/roles/names', ['system_user', 'team_user', 'channel_user', '']],
  ['POST', '/users/status/ids', ['{me}']],
  ['GET', '/channels/{channel}/members/me'],
  ['GET', `/users?in_channel={channel}&${paging}&sort=admin`],
  ['GET', '/analytics/old?name=standard&team_id='],
  ['GET', '/system/notices/{team}?client=web&clientVersion=5.37.0'],
  ['GET', `/teams?${paging}&include_total_count=false&exclude_policy_constrained=false`],
  ['GET', '/users/{me}/status'],
  ['GET', '/plugins/marketplace/first_admin_visit'],
  ['GET', '/users/{me}/teams/{team}/channels/categories'],
  ['POST', '/users/ids', ['{me}']],
  ['PUT', '/users/{me}/preferences', [{user_id: '{me}', category: 'last', name: 'x', value: '1'}]],
  ['PUT', '/users/me/patch', {timezone: {useAutomaticTimezone: 'true', automaticTimezone: 'Europe/Zurich'}}],
  [
    'GET',
    '/users/{me}/channels/{channel}/posts/unread?limit_after=30&limit_before=30&skipFetchThreads=false' +
      '&collapsedThreads=false&collapsedThreadsExtended=false',
  ],
  ['GET', '/channels/{channel}/stats'],
  ['GET', `/users?${paging}`],
  ['GET', '/users/stats'],
  ['POST', '/channels/members/me/view', {channel_id: '{channel}', prev_channel_id: ''}],
  [
    'POST',
    '/posts',
    {channel_id: '{channel}', message: 'Hello', file_ids: [], user_id: '{me}', create_at: 0},
  ],
  ['GET', '/users/me'],
  ['GET', `/hooks/incoming?${paging}&team_id={team}`],
  ['GET', `/bots?include_deleted=true&${paging}`],
  ['GET', '/users/{me}'],
  ['GET', `/users/{me}/tokens?${paging}`],
  ['GET', '/commands?team_id={team}&custom_only=true'],
  ['GET', `/hooks/outgoing?${paging}&team_id={team}`],
  ['GET', '/config/environment'],
  ['GET', '/config'],
  ['GET', '/plugins'],
  ['GET', '/upgrade_to_enterprise/status'],
  ['GET', '/permissions/ancillary?subsection_permissions=sysconsole_read_reporting'],
  ['GET', '/server_busy'],
] as [string, string, unknown?][])('%s %s', async (method, path, body) => {
  const fill = (text: string) =>
    text.replaceAll('{me}', server.admin.id).replaceAll('{team}', teamId).replaceAll('{channel}', channelId);
  const call = server.admin[method.toLowerCase() as 'get' | 'post' | 'put'];
  const answer = await call(
    fill(path),
    body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body))),
  );
  expect([answer.status, answer.headers['content-type']]).toEqual([
    path === '/posts' ? 201 : 200,
    'application/json',
  ]);
});

test.each(['/license/client?format=old', '/config/client?format=old', '/plugins/webapp'])(
  '%s, before anyone has signed in',
  async (path) => {
    const {status, headers} = await server.anonymous.get(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  },
);

test.each(['/users/{me}/image', '/users/{me}/image?_=1'])('%s is an image', async (path) => {
  const {status, headers} = await server.admin.get(path.replace('{me}', server.admin.id));
  expect([status, String(headers['content-type'])]).toEqual([200, expect.stringMatching(/^image\//)]);
});
