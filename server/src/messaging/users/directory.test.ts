import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {
  type ApiResponse,
  createTestServer,
  type Person,
  type TestServer,
} from '../../../../test/support/test-server.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let cal: Person;
let dee: Person;
let teamId: string;
let channelId: string;

beforeAll(async () => {
  server = await createTestServer();
  [ann, bob, cal, dee] = (await Promise.all(['ann', 'bob', 'cal', 'dee'].map(server.person))) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const {teams, channels} = server.features;
  teamId = (await teams.create({name: 'list', display_name: 'List', type: 'O'}, ann.id)).id;
  await teams.addMember(teamId, bob.id, ann.id);
  await teams.addMember(teamId, cal.id, ann.id);
  channelId = (await channels.create({team_id: teamId, name: 'few', type: 'P'}, ann.id)).id;
  await channels.addMember(channelId, bob.id, ann.id);
  await bob.put('/users/me/patch', {first_name: 'Robert', last_name: 'Örtel', nickname: 'Bobby_100%'});
  await server.admin.put(`/users/${dee.id}/active`, {active: false});
  await server.platform.database.execute({
    text: `
      with made as (
        insert into Users (Id, CreateAt, UpdateAt, Username, Email, Roles)
        values ('botbotbotbotbotbotbotbotbo', 1, 1, 'zbot', 'zbot@localhost', 'system_user') returning Id)
      insert into Bots (UserId, OwnerId, Description, CreateAt, UpdateAt) select Id, $1, 'beeps', 1, 1 from made`,
    values: [ann.id],
  });
  await server.platform.database.execute({
    text: "update Users set CreateAt = array_position(array['ann', 'bob', 'cal'], Username::text) where Username in ('ann', 'bob', 'cal')",
  });
});
afterAll(() => server.close());

const names = ({body}: ApiResponse): string[] => body.map((user: {username: string}) => user.username);

describe('GET /users', () => {
  test('lists everyone by username, including bots and deactivated accounts', async () => {
    const everyone = await ann.get('/users');
    expect(names(everyone)).toEqual(['admin', 'ann', 'bob', 'cal', 'dee', 'zbot']);
    expect(everyone.body.at(-1)).toMatchObject({is_bot: true, bot_description: 'beeps'});
  });

  test('is paged', async () => {
    expect(names(await ann.get('/users?page=0&per_page=2'))).toEqual(['admin', 'ann']);
    expect(names(await ann.get('/users?page=2&per_page=2'))).toEqual(['dee', 'zbot']);
    expect(names(await ann.get('/users?page=9'))).toEqual([]);
    expect(names(await ann.get('/users?page=-1&per_page=100000'))).toHaveLength(6);
  });

  test.each([
    ['in_team=T', ['ann', 'bob', 'cal']],
    ['in_channel=C', ['ann', 'bob']],
    ['in_team=T&not_in_channel=C', ['cal']],
    ['in_team=T&sort=create_at', ['cal', 'bob', 'ann']],
    ['in_team=T&sort=last_activity_at', ['ann', 'bob', 'cal']],
    ['in_channel=C&sort=status', ['ann', 'bob']],
    ['in_channel=C&sort=admin', ['ann', 'bob']],
    ['in_team=T&team_roles=team_admin', ['ann']],
    ['in_team=T&team_roles=team_user', ['bob', 'cal']],
    ['in_channel=C&channel_roles=channel_admin,channel_user', ['ann', 'bob']],
    ['active=true', ['admin', 'ann', 'bob', 'cal', 'zbot']],
    ['inactive=1', ['dee']],
    ['role=system_admin', ['admin']],
    ['roles=system_admin,system_user&active=true', ['admin', 'ann', 'bob', 'cal', 'zbot']],
    ['in_group=yyyyyyyyyyyyyyyyyyyyyyyyyy', []],
  ])('%s', async (query, expected) => {
    const path = `/users?${query.replace('=T', `=${teamId}`).replace('=C', `=${channelId}`)}`;
    expect(names(await ann.get(path))).toEqual(expected);
  });

  test('requires access to teams and channels in the filter', async () => {
    const query = (text: string) => `/users?${text}`;
    expect(names(await server.admin.get(query('without_team=1')))).toEqual(['admin', 'dee', 'zbot']);
    expect(names(await server.admin.get(query(`not_in_team=${teamId}&active=true`)))).toEqual([
      'admin',
      'zbot',
    ]);
    expect((await ann.get(query('without_team=true'))).status).toBe(403);
    expect((await cal.get(query(`in_channel=${channelId}`))).status).toBe(403);
    expect((await cal.get(query('in_team=yyyyyyyyyyyyyyyyyyyyyyyyyy'))).status).toBe(403);
  });

  test.each([
    ['sort=shoe_size', 'sort'],
    ['sort=create_at', 'sort'],
    ['sort=status', 'sort'],
    ['not_in_channel=yyyyyyyyyyyyyyyyyyyyyyyyyy', 'team_id'],
    ['page=x', 'page'],
  ])('rejects %s', async (query, path) => {
    expect(await ann.get(`/users?${query}`)).toMatchObject({
      status: 400,
      body: {id: 'api.context.invalid_url_param.app_error', path},
    });
  });
});

describe('by ids and usernames', () => {
  test('returns known users and skips unknown ones', async () => {
    const unknown = 'yyyyyyyyyyyyyyyyyyyyyyyyyy';
    expect(names(await ann.post('/users/ids', [bob.id, ann.id, unknown, 'x']))).toEqual(['ann', 'bob']);
    expect(names(await ann.post('/users/usernames', ['BOB', 'nobody']))).toEqual(['bob']);
  });

  test('returns only changed users with `since`', async () => {
    const {body: bobNow} = await ann.get(`/users/${bob.id}`);
    const since = (millis: number) => ann.post(`/users/ids?since=${millis}`, [bob.id]);
    expect(names(await since(bobNow.update_at - 1))).toEqual(['bob']);
    expect(names(await since(bobNow.update_at))).toEqual([]);
  });

  test('rejects empty lists', async () => {
    expect(await ann.post('/users/ids', [])).toMatchObject({status: 400, body: {path: 'user_ids'}});
    expect(await ann.post('/users/usernames', [])).toMatchObject({status: 400, body: {path: 'usernames'}});
    expect(await ann.post('/users/ids', {not: 'a list'})).toMatchObject({status: 400});
  });
});

describe('search', () => {
  const search = (body: object) => ann.post('/users/search', body);

  test.each([
    ['username', 'BO'],
    ['first name', 'rob'],
    ['last name', 'ÖRT'],
    ['nickname', 'bobby'],
    ['email', 'bob@exa'],
    ['two words', 'rob ört'],
    ['with an at sign', '@bob'],
  ])('by %s', async (_what, term) => {
    expect(names(await search({term}))).toEqual(['bob']);
  });

  test.each([['obby'], ['%'], ['bobby_1000'], ['b_b'], ['rob nobody'], ['\\']])(
    'ignores wildcards: %s',
    async (term) => {
      expect(names(await search({term}))).toEqual([]);
    },
  );

  test('treats a percent sign literally', async () => {
    expect(names(await search({term: 'bobby_100%'}))).toEqual(['bob']);
  });

  test('narrows', async () => {
    const everyone = {term: '@', limit: 1000};
    expect(names(await search(everyone))).toEqual(['admin', 'ann', 'bob', 'cal', 'zbot']);
    expect(names(await search({...everyone, allow_inactive: true}))).toContain('dee');
    expect(names(await search({...everyone, team_id: teamId}))).toEqual(['ann', 'bob', 'cal']);
    expect(names(await search({...everyone, in_channel_id: channelId}))).toEqual(['ann', 'bob']);
    expect(names(await search({...everyone, team_id: teamId, not_in_channel_id: channelId}))).toEqual([
      'cal',
    ]);
    expect(names(await search({...everyone, role: 'system_admin'}))).toEqual(['admin']);
    expect(names(await search({...everyone, limit: 2}))).toEqual(['admin', 'ann']);
  });

  test('uses the first ten words', async () => {
    const nine = 'b bo bob r ro rob robe rober robert';
    expect(names(await search({term: `${nine} nobody`}))).toEqual([]);
    expect(names(await search({term: `${nine} ${nine} bobby nobody`}))).toEqual(['bob']);
  });

  test('rejects invalid requests', async () => {
    for (const body of [
      {},
      {term: ''},
      {term: 'word '.repeat(20_000)},
      {term: 'x', limit: 1001},
      {term: 'x', not_in_channel_id: channelId},
    ]) {
      expect(await search(body)).toMatchObject({status: 400});
    }
    expect((await cal.post('/users/search', {term: 'x', in_channel_id: channelId})).status).toBe(403);
  });
});

describe('autocomplete', () => {
  test('in a channel, with the rest of the team separately', async () => {
    const {body} = await ann.get(`/users/autocomplete?in_team=${teamId}&in_channel=${channelId}&name=`);
    expect(body.users.map((user: {username: string}) => user.username)).toEqual(['ann', 'bob']);
    expect(body.out_of_channel.map((user: {username: string}) => user.username)).toEqual(['cal']);
  });

  test('in a team, and everywhere', async () => {
    expect((await ann.get(`/users/autocomplete?in_team=${teamId}&name=c`)).body).toEqual({
      users: [expect.objectContaining({username: 'cal'})],
    });
    expect((await ann.get('/users/autocomplete?name=a&limit=1')).body.users).toHaveLength(1);
    expect((await cal.get(`/users/autocomplete?in_channel=${channelId}`)).status).toBe(403);
  });
});

test('counts exclude bots and deactivated accounts', async () => {
  expect((await ann.get('/users/stats')).body).toEqual({total_users_count: 4});
  const filtered = async (query: string) =>
    (await server.admin.get(`/users/stats/filtered?${query}`)).body.total_users_count;
  expect(await filtered('')).toBe(4);
  expect(await filtered('include_bots=true&include_deleted=true')).toBe(6);
  expect(await filtered(`in_team=${teamId}&team_roles=team_admin`)).toBe(1);
  expect((await ann.get('/users/stats/filtered')).status).toBe(403);
});

test('users know the users who share a channel with them', async () => {
  expect((await bob.get('/users/known')).body.toSorted()).toEqual([ann.id, cal.id].toSorted());
  expect((await server.admin.get('/users/known')).body).toEqual([]);
});

test('lists the other members of group channels', async () => {
  const group = await server.features.channels.groupChannel([ann.id, bob.id, cal.id], ann.id);
  const {body} = await ann.post('/users/group_channels', [group.id, channelId]);
  expect(Object.keys(body)).toEqual([group.id]);
  expect(names({status: 200, headers: {}, body: body[group.id]})).toEqual(['bob', 'cal']);
  expect((await server.admin.post('/users/group_channels', [group.id])).body).toEqual({});
});
