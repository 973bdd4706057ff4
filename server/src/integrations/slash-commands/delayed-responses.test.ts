import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {type Integration, json, startIntegration} from '../../../../test/support/integration.ts';
import type {Person} from '../../../../test/support/test-server.ts';

// A command posts in the name of the user who ran it, so it may only do what that user may do at that moment.

let crew: Crew;
let admin: Person;
let integration: Integration;
let count = 0;
let command: {id: string; trigger: string};
let person: Person;
let channelId: string;
/** The response URL of the command that the user ran in the private channel. */
let responsePath: string;

beforeAll(async () => {
  crew = await createCrew({
    ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1', SiteURL: 'http://patchbay.test'},
  });
  admin = crew.server.admin;
  integration = await startIntegration();
});
afterAll(async () => {
  await crew.close();
  await integration.close();
});

beforeEach(async () => {
  integration.answer = json({});
  await crew.server.platform.config.patch({ServiceSettings: {EnableCommands: true}});
  person = await crew.server.person(`person${++count}`);
  await crew.server.features.teams.addMember(crew.teamId, person.id, crew.ann.id);
  channelId = await crew.channel(`private${count}`, [crew.ann, person], 'P');
  const made = await admin.post('/commands', {
    team_id: crew.teamId,
    trigger: `late${count}`,
    url: integration.url,
    method: 'P',
  });
  expect(made.status).toBe(201);
  command = made.body;
  responsePath = await runCommand();
  expect((await respond('in_channel')).status).toBe(200);
  expect((await respond('ephemeral')).status).toBe(200);
});

/** Runs the command, and returns the path of its response URL. */
async function runCommand(more: object = {}): Promise<string> {
  const {status} = await person.post('/commands/execute', {
    channel_id: channelId,
    command: `/${command.trigger}`,
    ...more,
  });
  expect(status).toBe(200);
  return new URL(integration.received.at(-1)!.form.get('response_url')!).pathname;
}

const respond = (response_type: 'in_channel' | 'ephemeral', more: object = {}, path = responsePath) =>
  crew.server.anonymous.post(path, {response_type, text: 'late', ...more});

async function countMessages(): Promise<number> {
  const row = await crew.server.platform.database.row<{count: number}>({
    text: `select count(*) as count from Posts where UserId = $1 and Message = 'late'`,
    values: [person.id],
  });
  return row!.count;
}

function shownTo(userId: string): string[] {
  const shown: string[] = [];
  crew.server.platform.events.inStreamOrder('post:ephemeral', (event) => {
    if (event.userId === userId) shown.push(event.post.message);
  });
  return shown;
}

async function expectRefused(why: string) {
  const before = await countMessages();
  const shown = shownTo(person.id);
  for (const kind of ['in_channel', 'ephemeral'] as const) {
    expect(await respond(kind)).toMatchObject({
      status: 403,
      body: {id: 'api.command.response.forbidden.app_error', message: expect.stringContaining(why)},
    });
  }
  expect(await countMessages()).toBe(before);
  expect(shown).toEqual([]);
}

describe('a delayed response is rejected once', () => {
  test('the person was removed from the channel', async () => {
    await crew.ann.delete(`/channels/${channelId}/members/${person.id}`);
    await expectRefused('is not a member of the channel');
  });

  test('the person has left a public channel', async () => {
    channelId = await crew.channel(`public${count}`, [crew.ann, person]);
    responsePath = await runCommand();
    expect((await respond('in_channel')).status).toBe(200);
    await crew.ann.delete(`/channels/${channelId}/members/${person.id}`);
    const before = await countMessages();
    expect((await respond('in_channel')).status).toBe(403);
    expect(await countMessages()).toBe(before);
  });

  test('the person was deactivated', async () => {
    await admin.put(`/users/${person.id}/active`, {active: false});
    await expectRefused('is deactivated');
  });

  test('the person was removed from the team, in a direct channel too', async () => {
    const direct = await crew.server.features.channels.directChannel(person.id, crew.bob.id, person.id);
    channelId = direct.id;
    responsePath = await runCommand({team_id: crew.teamId});
    expect((await respond('in_channel')).status).toBe(200);
    await admin.delete(`/teams/${crew.teamId}/members/${person.id}`);
    await expectRefused('is not a member of the team');
  });

  test('the command was deleted', async () => {
    await admin.delete(`/commands/${command.id}`);
    expect((await respond('in_channel')).status).toBe(404);
    expect((await respond('ephemeral')).status).toBe(404);
  });

  test('commands are disabled', async () => {
    await crew.server.platform.config.patch({ServiceSettings: {EnableCommands: false}});
    expect((await respond('in_channel')).status).toBe(501);
  });
});

describe('a delayed response is shown but not posted once', () => {
  test.each([
    ['the channel is archived', () => admin.delete(`/channels/${channelId}`), 'The channel is archived.'],
    [
      'the person may not post there',
      () =>
        admin.put(`/channels/${channelId}/moderations/patch`, [
          {name: 'create_post', roles: {members: false}},
        ]),
      'is not allowed to post',
    ],
  ])('%s', async (_name, happen, why) => {
    expect((await happen()).status).toBe(200);
    const before = await countMessages();
    expect(await respond('in_channel')).toMatchObject({
      status: 403,
      body: {message: expect.stringContaining(why)},
    });
    expect(await countMessages()).toBe(before);
    const shown = shownTo(person.id);
    expect((await respond('ephemeral')).status).toBe(200);
    expect(shown).toEqual(['late']);
  });
});

test('every response is posted in the name of the user who ran the command', async () => {
  const authors: string[] = [];
  crew.server.platform.events.inStreamOrder('post:ephemeral', ({post}) => void authors.push(post.user_id));
  crew.server.platform.events.inStreamOrder('post:created', ({post}) => void authors.push(post.user_id));
  await respond('ephemeral');
  await respond('in_channel');
  expect(authors).toEqual([person.id, person.id]);
});

test('a response to another channel requires membership, even if it is ephemeral', async () => {
  const secret = await crew.channel(`secret${count}`, [crew.ann], 'P');
  for (const kind of ['in_channel', 'ephemeral'] as const) {
    expect((await respond(kind, {channel_id: secret})).status).toBe(500);
  }
});

test.each([
  [
    'in another team',
    async () => {
      const {teams, channels} = crew.server.features;
      const team = await teams.create({name: `team${count}`, display_name: 'Other', type: 'O'}, person.id);
      return (await channels.byName(team.id, 'town-square')).id;
    },
  ],
  [
    'with another person',
    async () => (await crew.server.features.channels.directChannel(person.id, crew.bob.id, person.id)).id,
  ],
])('a response cannot reach another channel of the user %s', async (_where, conversation) => {
  const before = await countMessages();
  const target = await conversation();
  for (const kind of ['in_channel', 'ephemeral'] as const) {
    expect((await respond(kind, {channel_id: target})).status).toBe(500);
  }
  expect(await countMessages()).toBe(before);
  const ofTeam = await crew.channel(`second${count}`, [crew.ann, person], 'P');
  expect((await respond('in_channel', {channel_id: ofTeam})).status).toBe(200);
});

test('an immediate response is rejected if the user was removed while the integration worked', async () => {
  const before = await countMessages();
  integration.answer = (_request, response) => {
    void crew.ann.delete(`/channels/${channelId}/members/${person.id}`).then(() => {
      json({response_type: 'in_channel', text: 'late'})(_request, response);
    });
  };
  const answer = await person.post('/commands/execute', {
    channel_id: channelId,
    command: `/${command.trigger}`,
  });
  expect(answer.status).toBe(403);
  expect(await countMessages()).toBe(before);
});

test('a delayed /echo is dropped if the user was removed in the meantime', async () => {
  const before = await countMessages();
  const echo = (by: Person, text: string) =>
    by.post('/commands/execute', {channel_id: channelId, command: `/echo "${text}" 1`});
  expect((await echo(person, 'late')).status).toBe(200);
  await crew.ann.delete(`/channels/${channelId}/members/${person.id}`);
  // A second /echo with a later time, to know when the first one is over.
  expect((await echo(crew.ann, 'witness')).status).toBe(200);
  const lastMessage = async () => {
    const {body} = await crew.ann.get(`/channels/${channelId}/posts?per_page=1`);
    return body.posts[body.order[0]].message;
  };
  await expect.poll(lastMessage, {timeout: 10_000}).toBe('witness');
  expect(await countMessages()).toBe(before);
});
