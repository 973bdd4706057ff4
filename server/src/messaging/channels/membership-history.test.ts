import {afterAll, beforeAll, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {AppError} from '../../platform/errors/app-error.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let teamId: string;

beforeAll(async () => {
  server = await createTestServer();
  ann = await server.person('ann');
  bob = await server.person('bob');
  teamId = (await server.features.teams.create({name: 'history', display_name: 'History', type: 'O'}, ann.id))
    .id;
});

afterAll(() => server.close());

interface Membership {
  jointime: number;
  leavetime: number | null;
}

function memberships(channelId: string, userId: string): Promise<Membership[]> {
  return server.platform.database.rows<Membership>({
    text: `
      select JoinTime, LeaveTime from ChannelMemberHistory where ChannelId = $1 and UserId = $2 order by JoinTime`,
    values: [channelId, userId],
  });
}

test('a new team adds its creator to its default channels', async () => {
  const townSquare = await server.features.channels.byName(teamId, 'town-square');
  const offTopic = await server.features.channels.byName(teamId, 'off-topic');
  expect(await memberships(townSquare.id, ann.id)).toEqual([
    {jointime: townSquare.createat, leavetime: null},
  ]);
  expect(await memberships(offTopic.id, ann.id)).toEqual([{jointime: offTopic.createat, leavetime: null}]);
});

test('each membership is one row, even if they start within the same millisecond', async () => {
  const {channels, teams} = server.features;
  await teams.addMember(teamId, bob.id, bob.id);
  const channel = await channels.create({team_id: teamId, name: 'busy', type: 'O'}, ann.id);
  for (let round = 0; round < 20; round++) {
    await channels.addMember(channel.id, bob.id, bob.id);
    await channels.addMember(channel.id, bob.id, bob.id);
    await channels.removeMember(channel.id, bob.id, bob.id);
  }
  const rows = await memberships(channel.id, bob.id);
  expect(rows).toHaveLength(20);
  rows.forEach(({jointime, leavetime}, index) => {
    expect(leavetime).toBeGreaterThanOrEqual(jointime);
    if (index > 0) expect(jointime).toBeGreaterThanOrEqual(rows[index - 1]!.leavetime!);
  });
});

test('a user who leaves a team leaves all of its channels and rejoins only the default ones', async () => {
  const {channels, teams} = server.features;
  const channel = await channels.byName(teamId, 'busy');
  const townSquare = await channels.byName(teamId, 'town-square');
  await channels.addMember(channel.id, bob.id, ann.id);
  expect(await channels.memberIds(channel.id)).toContain(bob.id);
  await teams.removeMember(teamId, bob.id, bob.id);
  expect(await channels.memberIds(channel.id)).not.toContain(bob.id);
  expect((await memberships(channel.id, bob.id)).every(({leavetime}) => leavetime !== null)).toBe(true);
  expect((await memberships(townSquare.id, bob.id)).map(({leavetime}) => leavetime === null)).toEqual([
    false,
  ]);
  await teams.addMember(teamId, bob.id, ann.id);
  expect((await memberships(townSquare.id, bob.id)).map(({leavetime}) => leavetime === null)).toEqual([
    false,
    true,
  ]);
  expect(await channels.memberIds(channel.id)).not.toContain(bob.id);
});

test('two users who open the same direct channel at once share one channel and have one membership each', async () => {
  const {channels} = server.features;
  const opened = await Promise.all(
    Array.from({length: 8}, (_, index) =>
      index % 2
        ? channels.directChannel(ann.id, bob.id, ann.id)
        : channels.directChannel(bob.id, ann.id, bob.id),
    ),
  );
  expect(new Set(opened.map(({id}) => id)).size).toBe(1);
  expect(await memberships(opened[0]!.id, ann.id)).toHaveLength(1);
  expect(await memberships(opened[0]!.id, bob.id)).toHaveLength(1);
  const notes = await channels.directChannel(ann.id, ann.id, ann.id);
  expect(await channels.memberIds(notes.id)).toEqual([ann.id]);
});

test('deactivation and archiving do not end memberships', async () => {
  const {channels, users} = server.features;
  const channel = await channels.create({team_id: teamId, name: 'quiet', type: 'O'}, ann.id);
  await channels.addMember(channel.id, bob.id, bob.id);
  await users.setActive(await users.byId(bob.id), false);
  await channels.archive(channel.id, ann.id);
  expect(await memberships(channel.id, bob.id)).toMatchObject([{leavetime: null}]);
  await users.setActive(await users.byId(bob.id), true);
});

test('concurrent joins, leaves, posts and moves neither deadlock nor lose memberships', async () => {
  const {channels, teams, posts} = server.features;
  const people = await Promise.all(Array.from({length: 6}, (_, index) => server.person(`crowd${index}`)));
  const team = await teams.create({name: 'crowd', display_name: 'Crowd', type: 'O'}, ann.id);
  const other = await teams.create({name: 'crowd-too', display_name: 'Crowd too', type: 'O'}, ann.id);
  const rooms = await Promise.all(
    ['one', 'two', 'three'].map((name) => channels.create({team_id: team.id, name, type: 'O'}, ann.id)),
  );
  // A request that loses a race fails with an application error. Any other error is a bug.
  const ignoreAppErrors = async (work: Promise<unknown>) => {
    await work.catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
  };
  const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;
  await Promise.all(
    people.flatMap(({id}, person) =>
      Array.from({length: 20}, async (_, round) => {
        const room = pick(rooms, person + round).id;
        await ignoreAppErrors(teams.addMember(team.id, id, ann.id));
        await ignoreAppErrors(
          channels.addMembers(room, people.map((member) => member.id).slice(0, 3), ann.id),
        );
        await ignoreAppErrors(channels.addMember(room, id, id));
        await ignoreAppErrors(
          posts.create({channelId: room, userId: id, message: `@${people[0]!.username} ${round}`}),
        );
        await ignoreAppErrors(channels.reading.view(id, rooms.map((channel) => channel.id).reverse()));
        if (round % 3 === 0) await ignoreAppErrors(teams.removeMember(team.id, id, id));
        else await ignoreAppErrors(channels.removeMember(room, id, id));
        if (person === 0 && round % 4 === 0) {
          const target = round % 8 === 0 ? other.id : team.id;
          await ignoreAppErrors(channels.move(rooms[0]!.id, target, {actorId: ann.id, force: true}));
        }
      }),
    ),
  );

  // Each member has exactly one open membership, others have none, and memberships don't overlap.
  const faults = await server.platform.database.rows({
    text: `
      select 'open memberships' as fault, coalesce(m.ChannelId, h.ChannelId), coalesce(m.UserId, h.UserId), h.open
      from ChannelMembers m
        full join (
          select ChannelId, UserId, count(*) as open from ChannelMemberHistory where LeaveTime is null group by 1, 2
        ) h on h.ChannelId = m.ChannelId and h.UserId = m.UserId
      where m.UserId is null or h.open is distinct from 1
      union all
      select 'overlap', a.ChannelId, a.UserId, 0
      from ChannelMemberHistory a join ChannelMemberHistory b
        on b.ChannelId = a.ChannelId and b.UserId = a.UserId and b.JoinTime > a.JoinTime
      where a.LeaveTime is null or a.LeaveTime > b.JoinTime
      union all
      select 'outside the team', m.ChannelId, m.UserId, 0
      from ChannelMembers m join Channels c on c.Id = m.ChannelId
      where c.TeamId <> '' and not exists (
        select from TeamMembers t where t.TeamId = c.TeamId and t.UserId = m.UserId and t.DeleteAt = 0)`,
  });
  expect(faults).toEqual([]);
});
