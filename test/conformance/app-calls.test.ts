// The calls of the official mobile and desktop apps, in the order in which their sources make them and with their
// headers: adding a server, signing in, starting, registering for push notifications, and running in the background.
// The test checks the parts of the responses that the apps read.

import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../support/crew.ts';
import {type ApiResponse, type Client, type Person, TEST_PASSWORD} from '../support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let direct: {id: string};
let root: {id: string; create_at: number};

beforeAll(async () => {
  crew = await createCrew({ServiceSettings: {CollapsedThreads: 'default_on'}});
  ({ann, bob} = crew);
  direct = (await ann.post('/channels/direct', [ann.id, bob.id])).body;
  root = await crew.post(ann, 'Who comes along?');
  await crew.post(bob, `@${ann.username} I do`, {root_id: root.id});
  await crew.post(bob, 'Hello Ann', {channel_id: direct.id});
});
afterAll(() => crew.close());

const names = (list: {name: string}[]) => list.map(({name}) => name);
const ids = (list: {id: string}[]) => list.map(({id}) => id);

describe('the mobile app', () => {
  const HEADERS = {
    accept: 'application/json',
    'user-agent': 'Mattermost Mobile/2.37.0+700 (iOS; 18.5; iPhone 15)',
  };
  const DEVICE = 'apple_rn-v2:0123456789abcdef';

  let token: string;
  let app: Client;
  /** Returns the body of a response that must have the status 200. */
  let read: (path: string) => Promise<ApiResponse['body']>;
  let send: (path: string, body: unknown) => Promise<ApiResponse['body']>;

  beforeAll(async () => {
    const {status, headers} = await signIn();
    expect(status).toBe(200);
    token = String(headers.token);
    app = crew.server.withToken(token);
    read = async (path) => bodyOf(path, await app.get(path, HEADERS));
    send = async (path, body) => bodyOf(path, await app.post(path, body, HEADERS));
  });

  function bodyOf(path: string, {status, body}: ApiResponse) {
    expect([path, status]).toEqual([path, 200]);
    return body;
  }

  const signIn = () =>
    crew.server.anonymous.post(
      '/users/login',
      {device_id: DEVICE, login_id: bob.username, password: TEST_PASSWORD, token: ''},
      {...HEADERS, 'cache-control': 'no-store'},
    );

  test('adds a server, which is reachable and new enough', async () => {
    const {anonymous} = crew.server;
    expect((await anonymous.get(`/system/ping?time=${Date.now()}`, HEADERS)).body.status).toBe('OK');
    const config = (await anonymous.get('/config/client?format=old', HEADERS)).body;
    expect(config).toMatchObject({
      EnableSignInWithUsername: 'true',
      DiagnosticId: expect.stringMatching(/./),
    });
    // Older apps reject a server of an earlier level.
    const [major, minor] = config.Version.split('.').map(Number);
    expect([major, minor >= 7]).toEqual([11, true]);
    expect((await anonymous.get('/license/client?format=old', HEADERS)).body.IsLicensed).toBe('true');
    expect((await anonymous.post('/users/mfa', {login_id: bob.username}, HEADERS)).body).toEqual({
      mfa_required: false,
    });
  });

  test('signs in with its device, which appears in the list of sessions', async () => {
    const {status, body, headers} = await signIn();
    expect([status, body.id]).toEqual([200, bob.id]);
    expect(headers['x-version-id']).toMatch(/^11\./);
    // Signing in with the same device replaces its earlier session.
    token = String(headers.token);
    app = crew.server.withToken(token);
    const sessions = (await read(`/users/${bob.id}/sessions`)).filter(
      ({device_id}: {device_id: string}) => device_id === DEVICE,
    );
    expect(sessions).toHaveLength(1);
  });

  test('finds out which features to show, and that the server sends no push notifications', async () => {
    expect(await read('/config/client?format=old')).toMatchObject({
      FeatureFlagChannelBookmarks: 'true',
      SendPushNotifications: 'false',
      AppsPluginEnabled: 'false',
      CollapsedThreads: 'default_on',
    });
    expect((await read(`/system/ping?time=1&device_id=${DEVICE}`)).CanReceiveNotifications).toBe('false');
    expect(await read('/system/ping?time=1')).not.toHaveProperty('CanReceiveNotifications');
    expect(await read('/limits/server')).toEqual(expect.any(Object));
    expect(await read('/plugins/webapp')).toEqual([]);
  });

  test('loads the account, its teams, channels, categories and roles', async () => {
    expect((await read('/users/me')).id).toBe(bob.id);
    expect(await read('/users/me/preferences')).toEqual(expect.any(Array));
    expect(ids(await read('/users/me/teams'))).toContain(crew.teamId);
    const memberships = await read('/users/me/teams/members');
    expect(memberships).toContainEqual(expect.objectContaining({team_id: crew.teamId, delete_at: 0}));
    expect(await read('/users/me/teams/unread?include_collapsed_threads=true')).toContainEqual(
      expect.objectContaining({team_id: crew.teamId, thread_count: expect.any(Number)}),
    );

    const team = `/users/me/teams/${crew.teamId}`;
    const channels = await read(`${team}/channels?include_deleted=true&last_delete_at=0`);
    expect(ids(channels)).toEqual(expect.arrayContaining([crew.channelId, direct.id]));
    expect(ids(await read('/users/me/channels?include_deleted=true&last_delete_at=0'))).toContain(direct.id);
    const own = await read(`${team}/channels/members`);
    expect(own).toContainEqual(
      expect.objectContaining({
        channel_id: crew.channelId,
        msg_count_root: expect.any(Number),
        mention_count_root: expect.any(Number),
        notify_props: expect.objectContaining({push: expect.any(String)}),
      }),
    );
    expect(await read('/users/me/channel_members?page=0&per_page=200')).toHaveLength(own.length);
    const {categories, order} = await read(`/users/${bob.id}/teams/${crew.teamId}/channels/categories`);
    expect(ids(categories).sort()).toEqual([...order].sort());

    const roles = ['system_user', 'team_user', 'channel_user', ''];
    expect(names(await send('/roles/names', roles)).sort()).toEqual([
      'channel_user',
      'system_user',
      'team_user',
    ]);
  });

  test('loads messages and threads, with empty values for what it leaves out', async () => {
    const extended = 'collapsedThreads=true&collapsedThreadsExtended=true';
    const page = await read(`/channels/${crew.channelId}/posts?page=0&per_page=60&${extended}`);
    expect(page.order).toContain(root.id);
    expect(page.posts[root.id]).toMatchObject({
      reply_count: 1,
      participants: [expect.objectContaining({id: bob.id})],
    });
    expect((await read(`/channels/${crew.channelId}/posts?since=1&${extended}`)).posts).toHaveProperty(
      root.id,
    );
    const before = `before=&page=0&per_page=60&${extended}`;
    expect((await read(`/channels/${crew.channelId}/posts?${before}`)).order).toContain(root.id);
    const thread = `/posts/${root.id}/thread?skipFetchThreads=false&${extended}&direction=up&perPage=60`;
    expect((await read(`${thread}&fromCreateAt=0&fromPost=`)).order).toHaveLength(2);
    expect(
      await read(`/users/${bob.id}/posts/flagged?channel_id=&team_id=&page=0&per_page=60`),
    ).toMatchObject({
      order: [],
    });

    const threads = `/users/${bob.id}/teams/${crew.teamId}/threads?extended=true&before=&after=`;
    const all = await read(`${threads}&deleted=false&unread=false&since=0&totalsOnly=false&per_page=60`);
    expect(all).toMatchObject({total: 1, threads: [{id: root.id, participants: expect.any(Array)}]});
    expect(
      await read(`${threads}&deleted=true&unread=false&since=1&totalsOnly=false&per_page=60`),
    ).toMatchObject({
      threads: [{id: root.id}],
    });
    expect(
      await read(`${threads}&deleted=false&unread=true&since=0&totalsOnly=true&per_page=60`),
    ).toMatchObject({
      total_unread_threads: expect.any(Number),
      total_unread_mentions: expect.any(Number),
    });
  });

  test('later loads the rest: people, groups, bookmarks, drafts, scheduled messages, retention', async () => {
    expect(ids(await send('/users/ids?since=1', [ann.id]))).toEqual([ann.id]);
    expect(await send('/users/status/ids', [ann.id])).toMatchObject([{user_id: ann.id}]);
    expect(await send('/users/group_channels', [crew.channelId])).toEqual({});
    expect(ids(await read(`/users?in_channel=${crew.channelId}&page=0&per_page=60&sort=`))).toContain(ann.id);
    expect(await read('/teams?page=0&per_page=200')).toEqual(expect.any(Array));

    const unpaged = 'paginate=false&filter_allow_reference=false';
    expect(await read(`/users/${bob.id}/groups?${unpaged}`)).toEqual([]);
    const none = {groups: [], total_group_count: 0};
    expect(await read(`/teams/${crew.teamId}/groups?${unpaged}`)).toEqual(none);
    expect(await read(`/channels/${crew.channelId}/groups?${unpaged}&include_member_count=true`)).toEqual(
      none,
    );
    const groups =
      '/groups?q=&filter_allow_reference=true&page=0&per_page=60&since=0&include_member_count=false';
    expect(await read(groups)).toEqual([]);
    const counts = `/channels/${crew.channelId}/member_counts_by_group?include_timezones=true`;
    expect(await read(counts)).toEqual([]);

    expect(await read(`/channels/${crew.channelId}/stats?exclude_files_count=true`)).toMatchObject({
      member_count: expect.any(Number),
    });
    expect(await read(`/channels/${crew.channelId}/bookmarks?bookmarks_since=0`)).toEqual([]);
    expect(await read(`/users/me/teams/${crew.teamId}/drafts`)).toEqual([]);
    expect(await read(`/posts/scheduled/team/${crew.teamId}?includeDirectChannels=true`)).toEqual({
      [crew.teamId]: [],
      directChannels: [],
    });
    expect(await read('/emoji?page=0&per_page=200')).toEqual([]);
    expect(await read('/custom_profile_attributes/fields')).toEqual([]);
    expect(await read(`/users/${bob.id}/custom_profile_attributes`)).toEqual({});
    expect(await read('/data_retention/policy')).toMatchObject({message_deletion_enabled: false});
    for (const kind of ['team', 'channel']) {
      const policies = await read(`/users/${bob.id}/data_retention/${kind}_policies?page=0&per_page=60`);
      expect(policies).toMatchObject({policies: [], total_count: 0});
    }
    const report = {version: '0.1.0', labels: {platform: 'ios'}, counters: [], histograms: []};
    expect(await send('/client_perf', report)).toEqual({status: 'OK'});
  });

  test('registers for push notifications', async () => {
    const device = {device_id: DEVICE, device_notification_disabled: 'false', mobile_version: '2.37.0'};
    expect((await app.put('/users/sessions/device', device, HEADERS)).body).toEqual({status: 'OK'});
    expect(await read(`/users/${bob.id}/sessions`)).toContainEqual(
      expect.objectContaining({
        device_id: DEVICE,
        props: expect.objectContaining({device_notification_disabled: 'false', mobile_version: '2.37.0'}),
      }),
    );
  });

  test('in the background, acknowledges a notification, fetches what is new, replies and marks the channel as read', async () => {
    const post = await crew.post(ann, `@${bob.username} are you there?`);
    const ack = {
      id: post.id,
      received_at: Date.now(),
      platform: 'ios',
      type: 'message',
      post_id: post.id,
      is_id_loaded: false,
    };
    expect((await app.post('/notifications/ack', ack, HEADERS)).status).toBe(200);
    const since = `since=${post.create_at - 1}&collapsedThreads=true&collapsedThreadsExtended=true`;
    expect((await read(`/channels/${crew.channelId}/posts?${since}`)).posts).toHaveProperty(post.id);
    expect((await read(`/channels/${crew.channelId}`)).id).toBe(crew.channelId);
    expect((await read(`/channels/${crew.channelId}/members/me`)).mention_count).toBeGreaterThan(0);
    expect((await read(`/teams/${crew.teamId}/members/me`)).team_id).toBe(crew.teamId);
    expect(ids(await send('/users/usernames', [ann.username]))).toEqual([ann.id]);
    const reply = {channel_id: crew.channelId, root_id: '', message: 'Yes', pending_post_id: `${bob.id}:1`};
    expect((await app.post('/posts', reply, HEADERS)).status).toBe(201);
    const viewed = {channel_id: crew.channelId, prev_channel_id: '', collapsed_threads_supported: true};
    expect(await send('/channels/members/me/view', viewed)).toMatchObject({
      status: 'OK',
      last_viewed_at_times: {[crew.channelId]: expect.any(Number)},
    });
    expect((await read(`/channels/${crew.channelId}/members/me`)).mention_count).toBe(0);
  });

  test('signs out, and then has no session', async () => {
    expect(await send('/users/logout', undefined)).toEqual({status: 'OK'});
    expect((await app.get('/users/me', HEADERS)).status).toBe(401);
  });
});

describe('the desktop app', () => {
  const HEADERS = {
    'user-agent':
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Electron/37.0 Safari/537.36 Mattermost/6.0.0',
  };

  test('adds a server with its version, address, name and plugins', async () => {
    const {anonymous} = crew.server;
    expect((await anonymous.get('/config/client?format=old', HEADERS)).body).toMatchObject({
      Version: expect.stringMatching(/^11\./),
      SiteURL: expect.any(String),
      SiteName: expect.any(String),
    });
    expect((await anonymous.get('/plugins/webapp', HEADERS)).body).toEqual([]);
    expect((await anonymous.get('/system/ping', HEADERS)).status).toBe(200);
  });

  test('recognizes a session by three cookies, and reads teams, channels and people with them', async () => {
    const {anonymous} = crew.server;
    const login = {login_id: ann.username, password: TEST_PASSWORD};
    const {headers} = await anonymous.post('/users/login', login, {
      ...HEADERS,
      'x-requested-with': 'XMLHttpRequest',
    });
    const cookies = new Map(
      [headers['set-cookie']].flat().map((cookie) => {
        const [name = '', value = ''] = String(cookie).split(';')[0]!.split('=');
        return [name, value];
      }),
    );
    expect([...cookies.keys()].sort()).toEqual(['MMAUTHTOKEN', 'MMCSRF', 'MMUSERID']);
    expect(cookies.get('MMUSERID')).toBe(ann.id);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const session = {...HEADERS, cookie};

    expect((await anonymous.get('/users/me', session)).body.id).toBe(ann.id);
    expect(ids((await anonymous.get('/users/me/teams', session)).body)).toContain(crew.teamId);
    const channels = (await anonymous.get('/users/me/channels', session)).body;
    expect(channels).toContainEqual(
      expect.objectContaining({id: direct.id, type: 'D', name: [ann.id, bob.id].sort().join('__')}),
    );
    const csrf = {'x-csrf-token': cookies.get('MMCSRF')!, 'x-requested-with': 'XMLHttpRequest'};
    expect((await anonymous.post('/users/ids', [bob.id], {...session, ...csrf})).body).toMatchObject([
      {id: bob.id, username: bob.username},
    ]);
    expect((await anonymous.post('/users/ids', [bob.id], session)).status).toBe(401);
  });
});
