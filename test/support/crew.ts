import {createTestServer, type Person, type TestServer} from './test-server.ts';

/** A server with a team of three users, and a user without a team. */
export interface Crew {
  server: TestServer;
  ann: Person;
  bob: Person;
  cat: Person;
  stranger: Person;
  teamId: string;
  /** The team's Town Square. */
  channelId: string;
  /** Creates a channel in the team. The first member is its creator, and the others join. */
  channel(name: string, members: readonly Person[], type?: 'O' | 'P'): Promise<string>;
  /** Posts a message and returns the post. Fails the test if the server rejects it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
  post(author: Person, message: string, more?: object): Promise<any>;
  close(): Promise<void>;
}

export async function createCrew(
  settings: object = {},
  options: Omit<Parameters<typeof createTestServer>[0] & object, 'settings'> = {},
): Promise<Crew> {
  const server = await createTestServer({settings, ...options});
  const [ann, bob, cat, stranger] = await Promise.all(
    ['ann', 'bob', 'cat', 'stranger'].map((name) => server.person(name)),
  );
  const {teams, channels} = server.features;
  const team = await teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, ann!.id);
  for (const person of [bob!, cat!]) await teams.addMember(team.id, person.id, ann!.id);
  const channelId = (await channels.byName(team.id, 'town-square')).id;
  await server.features.systemMessages.idle();
  return {
    server,
    ann: ann!,
    bob: bob!,
    cat: cat!,
    stranger: stranger!,
    teamId: team.id,
    channelId,
    async channel(name, members, type = 'O') {
      const made = await channels.create({team_id: team.id, name, type}, members[0]!.id);
      for (const member of members.slice(1)) await channels.addMember(made.id, member.id, member.id);
      await server.features.systemMessages.idle();
      return made.id;
    },
    async post(author, message, more = {}) {
      const answer = await author.post('/posts', {channel_id: channelId, message, ...more});
      if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    close: () => server.close(),
  };
}
