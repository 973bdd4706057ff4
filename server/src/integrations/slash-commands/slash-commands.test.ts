import fc from 'fast-check';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {changeAtOnce} from '../../../../test/support/concurrent-changes.ts';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {type Integration, json, startIntegration} from '../../../../test/support/integration.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import {parseCommandResponse} from './command-response.ts';

let crew: Crew;
let integration: Integration;
let admin: Person;
let count = 0;

beforeAll(async () => {
  crew = await createCrew({
    ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1', SiteURL: 'http://patchbay.test'},
  });
  admin = crew.server.admin;
  await crew.server.features.teams.addMember(crew.teamId, admin.id, admin.id);
  integration = await startIntegration();
});
afterAll(async () => {
  await crew.close();
  await integration.close();
});
beforeEach(() => {
  integration.answer = json({});
});

async function createCommand(more: object = {}) {
  const {status, body} = await admin.post('/commands', {
    team_id: crew.teamId,
    trigger: `cmd${++count}`,
    url: integration.url,
    method: 'P',
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const execute = (person: Person, command: string, more: object = {}) =>
  person.post('/commands/execute', {channel_id: crew.channelId, command, ...more});

/** Collects the ephemeral messages of a user. */
function ephemeralsOf(userId: string): string[] {
  const shown: string[] = [];
  crew.server.platform.events.inStreamOrder('post:ephemeral', (event) => {
    if (event.userId === userId) shown.push(event.post.message);
  });
  return shown;
}

async function lastPost() {
  const {body} = await crew.ann.get(`/channels/${crew.channelId}/posts?per_page=1`);
  return body.posts[body.order[0]];
}

describe('the request', () => {
  test('is a form with every field, the token in its header, and the mentions', async () => {
    const command = await createCommand();
    const {status, body} = await execute(crew.ann, `/${command.trigger} tell @bob of ~off-topic`);
    expect(status).toBe(200);
    const {form, headers} = integration.received.at(-1)!;
    expect(headers).toMatchObject({
      authorization: `Token ${command.token}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(Object.fromEntries(form)).toMatchObject({
      token: command.token,
      team_id: crew.teamId,
      team_domain: 'crew',
      channel_id: crew.channelId,
      channel_name: 'town-square',
      user_id: crew.ann.id,
      user_name: 'ann',
      command: `/${command.trigger}`,
      text: 'tell @bob of ~off-topic',
      response_url: expect.stringMatching(/^http:\/\/patchbay\.test\/hooks\/commands\/\w{26}$/),
      user_mentions: 'bob',
      user_mentions_ids: crew.bob.id,
      channel_mentions: 'off-topic',
    });
    expect(body.trigger_id).toMatch(/^\w{26}$/);
    expect(form.get('trigger_id')).not.toBe(body.trigger_id);
  });

  test('of a GET command is a query string', async () => {
    const command = await createCommand({method: 'G', url: `${integration.url}/x?y=1`});
    await execute(crew.ann, `/${command.trigger} hello there`);
    const {method, url, form} = integration.received.at(-1)!;
    expect([method, form.get('text')]).toEqual(['GET', 'hello there']);
    expect(url).toMatch(/^\/x\?y=1&token=/);
  });
});

describe('the response', () => {
  test('in_channel is posted as the user, converted, with its attachments', async () => {
    const command = await createCommand();
    integration.answer = json({
      response_type: 'in_channel',
      text: '<https://x.io|page>',
      attachments: [{text: 'under it'}],
      props: {build: 7},
    });
    await execute(crew.ann, `/${command.trigger}`);
    expect(await lastPost()).toMatchObject({
      user_id: crew.ann.id,
      message: '[page](https://x.io)',
      props: {from_webhook: 'true', build: 7, attachments: [{text: 'under it'}]},
    });
  });

  test('has the name of the command if it has no username, also in notifications', async () => {
    const senders: string[] = [];
    crew.server.platform.events.inStreamOrder('post:created', ({senderName}) => {
      senders.push(senderName);
    });
    const shown: object[] = [];
    crew.server.platform.events.inStreamOrder('post:ephemeral', ({post}) => {
      shown.push(post.props);
    });
    const command = await createCommand({display_name: 'Deployments'});
    integration.answer = json({
      response_type: 'in_channel',
      text: 'posted',
      extra_responses: [{text: 'shown'}],
    });
    await execute(crew.ann, `/${command.trigger}`);
    const props = {from_webhook: 'true', webhook_display_name: `/${command.trigger}`};
    expect((await lastPost()).props).toEqual(props);
    expect(shown).toEqual([props]);

    await crew.server.platform.config.patch({ServiceSettings: {EnablePostUsernameOverride: true}});
    await execute(crew.ann, `/${command.trigger}`);
    await crew.server.platform.config.patch({ServiceSettings: {EnablePostUsernameOverride: false}});
    expect((await lastPost()).props.webhook_display_name).toBe('Deployments');
    expect(senders).toEqual([`/${command.trigger}`, 'Deployments']);
  });

  test('is otherwise ephemeral, and plain text is not converted', async () => {
    const command = await createCommand();
    const [anns, bobs] = [ephemeralsOf(crew.ann.id), ephemeralsOf(crew.bob.id)];
    integration.answer = (_request, response) => response.end('{"text":"raw"}');
    const {body} = await execute(crew.ann, `/${command.trigger}`);
    expect(body).toMatchObject({response_type: 'ephemeral', text: '{"text":"raw"}'});
    integration.answer = json({
      text: 'first',
      extra_responses: [{text: 'second'}, {text: 'third'}],
      goto_location: '/x',
    });
    expect((await execute(crew.ann, `/${command.trigger}`)).body.goto_location).toBe('/x');
    expect(anns).toEqual(['{"text":"raw"}', 'first', 'second', 'third']);
    expect(bobs).toEqual([]);
  });

  test('longer than a post is split', async () => {
    const command = await createCommand();
    integration.answer = json({response_type: 'in_channel', text: `${'x'.repeat(16_383)}tail`});
    await execute(crew.ann, `/${command.trigger}`);
    expect((await lastPost()).message).toBe('tail');
  });

  test('can be delayed, up to five times', async () => {
    const command = await createCommand();
    await execute(crew.ann, `/${command.trigger}`);
    const later = new URL(integration.received.at(-1)!.form.get('response_url')!).pathname;
    for (let use = 1; use <= 5; use++) {
      const answer = await crew.server.anonymous.post(later, {
        response_type: 'in_channel',
        text: `later ${use}`,
      });
      expect(answer).toMatchObject({status: 200, body: 'ok'});
    }
    expect((await lastPost()).message).toBe('later 5');
    expect((await crew.server.anonymous.post(later, {text: 'six'})).status).toBe(400);
    expect((await crew.server.anonymous.post(`/hooks/commands/${'x'.repeat(26)}`, {text: 'x'})).status).toBe(
      404,
    );
    await crew.server.platform.database.execute({text: 'update CommandWebhooks set CreateAt = 0'});
    expect((await crew.server.anonymous.post(later, {text: 'late'})).status).toBe(404);
  });

  test('to a channel that the user is not in is rejected', async () => {
    const command = await createCommand();
    const secret = await crew.channel('secret', [crew.bob], 'P');
    integration.answer = json({response_type: 'in_channel', text: 'x', channel_id: secret});
    expect(await execute(crew.ann, `/${command.trigger}`)).toMatchObject({
      status: 500,
      body: {message: expect.stringContaining('where you are not a member')},
    });
  });
});

describe('a failed command returns its name and the reason', () => {
  test.each([
    ['a bad status', json({text: 'x'}, 503), 'failed_resp', 'returned an error (HTTP 503)'],
    [
      'broken JSON',
      (_r: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(200, {'content-type': 'application/json'}).end('{'),
      'failed',
      'invalid JSON',
    ],
    [
      'a cut connection',
      (_r: unknown, response: import('node:http').ServerResponse) => response.destroy(),
      'failed',
      'could not be reached',
    ],
  ])('%s', async (_name, answer, id, words) => {
    const command = await createCommand();
    integration.answer = answer as Integration['answer'];
    const {status, body} = await execute(crew.ann, `/${command.trigger}`);
    expect([status, body.id]).toEqual([500, `api.command.execute_command.${id}.app_error`]);
    expect(body.message).toContain(`'${command.trigger}' failed.`);
    expect(body.message).toContain(words);
  });

  test('an internal address', async () => {
    const command = await createCommand({url: 'http://10.0.0.1/'});
    const message = async (person: Person) =>
      (await execute(person, `/${command.trigger}`)).body.message as string;
    expect(await message(crew.ann)).toContain(
      'ask an administrator about ServiceSettings.AllowedUntrustedInternalConnections',
    );
    expect(await message(crew.ann)).not.toContain('10.0.0.1');
    expect(await message(crew.server.admin)).toContain('10.0.0.1 is an internal address (private)');
  });

  test.each([
    ['/nosuch', 404, 'api.command.execute_command.not_found.app_error'],
    ['hello', 400, 'api.command.execute_command.start.app_error'],
    ['/', 400, 'api.command.execute_command.start.app_error'],
  ])('%s answers %i', async (command, status, id) => {
    expect(await execute(crew.ann, command)).toMatchObject({status, body: {id}});
  });

  test('in a channel without membership, without a channel, and while commands are disabled', async () => {
    expect((await execute(crew.stranger, '/away')).status).toBe(403);
    expect((await execute(crew.ann, '/away', {channel_id: 'short'})).status).toBe(400);
    await crew.server.platform.config.patch({ServiceSettings: {EnableCommands: false}});
    expect((await execute(crew.ann, '/away')).status).toBe(501);
    await crew.server.platform.config.patch({ServiceSettings: {EnableCommands: true}});
  });
});

describe('built-in commands', () => {
  /** The error that the user sees if a command fails: an ephemeral message, in the response and in the channel. */
  async function failure(person: Person, command: string, input: object = {}): Promise<string> {
    const shown = ephemeralsOf(person.id);
    const {status, body} = await execute(person, command, input);
    expect({status, type: body.response_type}).toEqual({status: 200, type: 'ephemeral'});
    expect(shown).toEqual([body.text]);
    return body.text;
  }

  test('set the status', async () => {
    for (const status of ['away', 'dnd', 'offline', 'online']) {
      await execute(crew.ann, `/${status}`);
      expect((await crew.ann.get('/users/me/status')).body.status).toBe(status);
    }
  });

  test('post messages', async () => {
    await execute(crew.ann, '/me waves');
    expect(await lastPost()).toMatchObject({message: 'waves', type: 'me', user_id: crew.ann.id});
    await execute(crew.ann, '/shrug well');
    expect((await lastPost()).message).toBe('well ¯\\\\\\_(ツ)\\_/¯');
    await execute(crew.ann, '/code a\nb');
    expect((await lastPost()).message).toBe('    a\n    b');
    await execute(crew.ann, '/echo said');
    expect((await lastPost()).message).toBe('said');
    expect(await failure(crew.ann, '/me')).toContain('/me waves');
  });

  test('post messages after a delay', async () => {
    const posted = new Promise((resolve) => {
      const stop = crew.server.platform.events.onOrigin('post:created', ({post}) => {
        if (!post.message.startsWith('later')) return;
        stop();
        resolve(post.message);
      });
    });
    expect((await execute(crew.ann, '/echo later than now 1')).body.text).toBe(
      '"later than now" will be posted in 1 s.',
    );
    expect(await posted).toBe('later than now');
    expect(await failure(crew.ann, '/echo "x" 601')).toContain('at most 600 seconds, not 601');
  });

  test('collapse previews, and set a custom status', async () => {
    const preview = async () =>
      (await crew.ann.get('/users/me/preferences/display_settings/name/collapse_previews')).body.value;
    await execute(crew.ann, '/collapse');
    expect(await preview()).toBe('true');
    await execute(crew.ann, '/expand');
    expect(await preview()).toBe('false');
    const status = async () => (await crew.ann.get('/users/me')).body.props.customStatus;
    await execute(crew.ann, '/status :palm_tree: On vacation');
    expect(JSON.parse(await status())).toMatchObject({emoji: 'palm_tree', text: 'On vacation'});
    await execute(crew.ann, '/status Back soon');
    expect(JSON.parse(await status())).toMatchObject({emoji: 'speech_balloon', text: 'Back soon'});
    await execute(crew.ann, '/status clear');
    expect(await status()).toBe('');
    expect(await failure(crew.ann, '/status')).toContain('requires an emoji or text');
  });

  test('open direct and group channels', async () => {
    const {body} = await execute(crew.ann, '/msg @bob hello you');
    expect(body.goto_location).toBe('/crew/messages/@bob');
    const direct = await crew.server.features.channels.directChannel(crew.ann.id, crew.bob.id, crew.ann.id);
    const {body: page} = await crew.bob.get(`/channels/${direct.id}/posts`);
    expect(page.posts[page.order[0]].message).toBe('hello you');
    const group = await execute(crew.ann, '/groupmsg @bob, @cat hi all');
    expect(group.body.goto_location).toMatch(/^\/crew\/messages\/[0-9a-f]{40}$/);
    expect(await failure(crew.ann, '/msg @nobody hi')).toContain('@nobody');
    expect((await execute(crew.ann, `/groupmsg ${'@bob, '.repeat(500)}@cat again`)).body.goto_location).toBe(
      group.body.goto_location,
    );
    const crowd = ['bob', 'cat'];
    for (let n = 0; n < 7; n++) crowd.push((await crew.server.person(`crowd${n}`)).username);
    const names = [...crowd, ...Array.from({length: 500}, (_, n) => `nobody${n}`)].join(',');
    expect(await failure(crew.ann, `/groupmsg ${names} hi`)).toContain('3 to 8 members');
  });

  test('join, leave, invite to and remove from channels', async () => {
    const id = await crew.channel('project', [crew.bob]);
    expect((await execute(crew.ann, '/join ~project')).body.goto_location).toBe('/crew/channels/project');
    await execute(crew.ann, '/invite @cat', {channel_id: id});
    expect(await crew.server.features.channels.memberIds(id)).toContain(crew.cat.id);
    await execute(crew.bob, '/kick @cat', {channel_id: id});
    expect(await crew.server.features.channels.memberIds(id)).not.toContain(crew.cat.id);
    expect((await execute(crew.ann, '/leave', {channel_id: id})).body.goto_location).toBe(
      '/crew/channels/town-square',
    );
    expect(await crew.server.features.channels.memberIds(id)).toEqual([crew.bob.id]);
    await crew.channel('hidden', [crew.bob], 'P');
    expect(await failure(crew.ann, '/join hidden')).toBe(
      'This team has no channel hidden that you can join.',
    );
    expect(await failure(crew.bob, '/kick @cat', {channel_id: id})).toBe('@cat is not a member of project.');
    expect(await failure(crew.ann, '/mute ~hidden')).toBe('You are not a member of a channel hidden.');
    expect(await failure(crew.ann, '/mute ~nosuch')).toContain('nosuch');
  });

  test('edit the channel', async () => {
    const id = await crew.channel('changing', [crew.bob]);
    await execute(crew.bob, '/header the header', {channel_id: id});
    await execute(crew.bob, '/purpose the purpose', {channel_id: id});
    await execute(crew.bob, '/rename New name', {channel_id: id});
    expect((await crew.bob.get(`/channels/${id}`)).body).toMatchObject({
      header: 'the header',
      purpose: 'the purpose',
      display_name: 'New name',
    });
    await execute(crew.bob, '/mute', {channel_id: id});
    const member = () => crew.bob.get(`/channels/${id}/members/me`);
    expect((await member()).body.notify_props.mark_unread).toBe('mention');
    await execute(crew.bob, '/mute', {channel_id: id});
    expect((await member()).body.notify_props.mark_unread).toBe('all');
  });

  test("reply in the person's language", async () => {
    const {ann, bob} = crew;
    const inTownSquare = {
      channel_id: (await bob.get(`/teams/${crew.teamId}/channels/name/town-square`)).body.id,
    };
    await bob.put('/users/me/patch', {locale: 'de'});
    expect((await execute(bob, '/away')).body.text).toBe('Du bist jetzt abwesend.');
    expect((await execute(ann, '/away')).body.text).toBe('You are now away.');
    expect(await failure(bob, '/msg @nobody hi')).toBe('Es gibt kein Konto @nobody.');
    expect(await failure(bob, '/msg')).toBe('Gib einen Benutzernamen an, zum Beispiel @ann.');
    expect(await failure(bob, '/poll')).toContain('Eine Umfrage braucht eine Frage');
    expect(await failure(bob, '/leave', inTownSquare)).toBe(
      'Den Standardkanal eines Teams kannst du nicht verlassen.',
    );
    expect((await execute(bob, '/help')).body.text).toContain(
      '`/msg @[Benutzername] [Nachricht]` Eine Direktnachricht senden',
    );
    const suggestions = `/teams/${crew.teamId}/commands/autocomplete_suggestions?user_input=/kic`;
    expect((await bob.get(suggestions)).body).toMatchObject([
      {Complete: 'kick', Hint: '@[Benutzername]', Description: 'Jemanden aus dem Kanal entfernen'},
    ]);
    const list = await bob.get(`/teams/${crew.teamId}/commands/autocomplete`);
    expect(list.body).toContainEqual(
      expect.objectContaining({trigger: 'away', auto_complete_desc: 'Status auf „Abwesend“ setzen'}),
    );
    await bob.put('/users/me/patch', {locale: 'en'});
    expect((await bob.get(suggestions)).body).toMatchObject([
      {Description: 'Remove someone from the channel'},
    ]);
  });

  test('show help, and sign out', async () => {
    const shown = ephemeralsOf(crew.cat.id);
    await execute(crew.cat, '/help');
    expect(shown[0]).toContain('`/msg @[username] [message]` Send a direct message');
    expect((await execute(crew.cat, '/logout')).body.goto_location).toBe('/login');
    expect((await crew.cat.get('/users/me')).status).toBe(401);
  });
});

describe('managing', () => {
  test('requires a permission; members see commands but not their tokens', async () => {
    const command = await createCommand({auto_complete: true, auto_complete_desc: 'does it'});
    expect(
      (await crew.bob.post('/commands', {team_id: crew.teamId, trigger: 'mine', url: integration.url}))
        .status,
    ).toBe(403);
    expect((await crew.bob.get(`/commands/${command.id}`)).status).toBe(404);
    const {body} = await crew.bob.get(`/commands?team_id=${crew.teamId}&custom_only=true`);
    expect(body.find((one: {id: string}) => one.id === command.id)).toMatchObject({token: '', url: ''});
    expect((await crew.stranger.get(`/commands?team_id=${crew.teamId}`)).status).toBe(403);
    const {body: suggestions} = await crew.bob.get(
      `/teams/${crew.teamId}/commands/autocomplete_suggestions?user_input=/${command.trigger.slice(0, 4)}`,
    );
    expect(suggestions).toContainEqual({
      Complete: command.trigger,
      Suggestion: command.trigger,
      Hint: '',
      Description: 'does it',
      IconData: '',
    });
  });

  test.each([
    ['trigger', 'two words', 'trigger'],
    ['trigger', '', 'trigger'],
    ['url', 'ftp://x.io', 'url'],
    ['url', 'http://me:pw@x.io', 'url'],
    ['display_name', 'x'.repeat(65), 'display_name'],
    ['description', 'x'.repeat(129), 'description'],
  ])('a %s of %j answers 400', async (field, value, path) => {
    const body = {team_id: crew.teamId, trigger: 'valid', url: integration.url, [field]: value};
    expect(await admin.post('/commands', body)).toMatchObject({
      status: 400,
      body: {id: `model.command.is_valid.${path}.app_error`, path},
    });
  });

  test('a trigger word is unique in a team, and built-in ones are reserved everywhere', async () => {
    const command = await createCommand();
    for (const trigger of [command.trigger, command.trigger.toUpperCase(), 'away']) {
      expect(
        await admin.post('/commands', {team_id: crew.teamId, trigger, url: integration.url}),
      ).toMatchObject({
        status: 400,
        body: {id: 'api.command.duplicate_trigger.app_error'},
      });
    }
  });

  describe('at the same time', () => {
    let command: {id: string; token: string};
    let path: string;
    beforeEach(async () => {
      command = await createCommand();
      path = `/commands/${command.id}`;
    });
    const edit = () => admin.put(path, {...command, description: 'new'});
    const atOnce = (...changes: (() => ReturnType<typeof edit>)[]) =>
      changeAtOnce(crew.server.platform.database, {table: 'Commands', id: command.id}, changes);

    test('an edit keeps a new token', async () => {
      const [renewed, edited] = await atOnce(() => admin.put(`${path}/regen_token`), edit);
      const expected = {token: renewed!.body.token, description: 'new'};
      expect(edited!.body).toMatchObject(expected);
      expect((await admin.get(path)).body).toMatchObject(expected);
      expect(renewed!.body.token).not.toBe(command.token);
    });

    test('a deleted command is neither edited nor deleted again', async () => {
      const answers = await atOnce(
        () => admin.delete(path),
        edit,
        () => admin.delete(path),
      );
      expect(answers.map(({status}) => status)).toEqual([200, 404, 404]);
      expect((await admin.get(path)).status).toBe(404);
    });
  });

  test('commands can be updated, get a new token, be moved and be deleted', async () => {
    const command = await createCommand();
    const changed = await admin.put(`/commands/${command.id}`, {...command, description: 'new'});
    expect(changed.body).toMatchObject({description: 'new', token: command.token});
    const {body} = await admin.put(`/commands/${command.id}/regen_token`);
    expect(body.token).not.toBe(command.token);
    const other = await crew.server.features.teams.create(
      {name: 'other', display_name: 'O', type: 'O'},
      admin.id,
    );
    await admin.put(`/commands/${command.id}/move`, {team_id: other.id});
    expect((await admin.get(`/commands/${command.id}`)).body.team_id).toBe(other.id);
    expect((await execute(crew.ann, `/${command.trigger}`)).status).toBe(404);
    await admin.delete(`/commands/${command.id}`);
    expect((await admin.get(`/commands/${command.id}`)).status).toBe(404);
  });
});

test('any response is parsed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const {text, attachments, extraResponses} = parseCommandResponse(
        'application/json; charset=utf-8',
        JSON.stringify(value),
      );
      expect([typeof text, Array.isArray(attachments), Array.isArray(extraResponses)]).toEqual([
        'string',
        true,
        true,
      ]);
    }),
  );
});
