import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';

const INTERNAL = 'http://10.20.30.40:9000/hook';

let crew: Crew;
let admin: Person;
beforeAll(async () => {
  crew = await createCrew();
  await crew.server.listen();
  admin = crew.server.admin;
  await crew.server.features.teams.addMember(crew.teamId, admin.id, admin.id);
});
afterAll(() => crew.close());

async function pressButton(person: Person): Promise<string> {
  const actions = [{id: 'press', name: 'Press', integration: {url: INTERNAL}}];
  const post = await crew.post(crew.ann, '', {props: {attachments: [{text: 'a button', actions}]}});
  const {status, body} = await person.post(`/posts/${post.id}/actions/press`);
  expect(status).toBe(400);
  return body.message;
}

async function submitDialog(person: Person): Promise<string> {
  const place = {userId: person.id, channelId: crew.channelId, teamId: crew.teamId};
  const {triggerId} = await crew.server.features.triggerIds.issue(place);
  const dialog = {callback_id: 'form', title: 'Form', elements: []};
  const opened = {trigger_id: triggerId, url: INTERNAL, dialog};
  expect((await crew.server.anonymous.post('/actions/dialogs/open', opened)).status).toBe(200);
  const {status, body} = await person.post('/actions/dialogs/submit', {
    url: INTERNAL,
    callback_id: 'form',
    submission: {},
  });
  expect(status).toBe(400);
  return body.message;
}

let commands = 0;
async function runCommand(person: Person): Promise<string> {
  const command = {team_id: crew.teamId, trigger: `inside${++commands}`, url: INTERNAL, method: 'P'};
  expect((await admin.post('/commands', command)).status).toBe(201);
  const {status, body} = await person.post('/commands/execute', {
    channel_id: crew.channelId,
    command: `/${command.trigger}`,
  });
  expect(status).toBe(500);
  return body.message;
}

test.each([
  ['a button', pressButton],
  ['a dialog', submitDialog],
  ['a slash command', runCommand],
])(
  '%s that calls an internal address shows administrators the address, and everyone else whom to ask',
  async (_what, act) => {
    const message = await act(crew.bob);
    expect(message).toContain(
      'ask an administrator about ServiceSettings.AllowedUntrustedInternalConnections',
    );
    expect(message).not.toMatch(/10\.20\.30\.40|private/);
    expect(await act(admin)).toContain('10.20.30.40 is an internal address (private)');
  },
);

test('the log of a webhook, which its owner can read, does not show internal addresses', async () => {
  const hook = await crew.ann.post('/hooks/outgoing', {
    team_id: crew.teamId,
    channel_id: crew.channelId,
    display_name: 'inside',
    trigger_words: ['inside'],
    callback_urls: [INTERNAL],
  });
  expect(hook.status).toBe(201);
  await crew.post(crew.bob, 'inside');
  const deliveries = () => crew.ann.get(`/hooks/outgoing/${hook.body.id}/deliveries`);
  await expect
    .poll(async () => (await deliveries()).body[0]?.error, {timeout: 30_000})
    .toContain('ask an administrator');
  expect(JSON.stringify((await deliveries()).body)).not.toMatch(/10\.20\.30\.40[^:]|private/);
});
