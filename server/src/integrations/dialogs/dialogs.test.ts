import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {type Integration, json, startIntegration} from '../../../../test/support/integration.ts';
import type {Person} from '../../../../test/support/test-server.ts';

let crew: Crew;
let integration: Integration;
let buttonPost: {id: string};
const opened: {
  userId: string;
  dialog: {trigger_id: string; dialog_id: string; url: string; dialog: object};
}[] = [];

beforeAll(async () => {
  crew = await createCrew({
    ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'},
    GuestAccountsSettings: {Enable: true},
  });
  integration = await startIntegration();
  crew.server.platform.events.inStreamOrder('dialog:opened', (event) => void opened.push(event));
  buttonPost = await crew.post(crew.ann, 'press', {
    props: {
      attachments: [
        {
          text: 'x',
          actions: [
            {id: 'go', name: 'Go', integration: {url: `${integration.url}/act`, context: {secret: 'canary'}}},
            {
              id: 'pick',
              name: 'Pick',
              type: 'select',
              data_source: 'users',
              integration: {url: `${integration.url}/act`, context: {n: 1}},
            },
            {id: 'off', name: 'Off', disabled: true, integration: {url: `${integration.url}/act`}},
          ],
        },
      ],
    },
  });
});
afterAll(async () => {
  await crew.close();
  await integration.close();
});
beforeEach(() => {
  integration.answer = json({});
});

const act = (person: Person, action = 'go', body: object = {}) =>
  person.post(`/posts/${buttonPost.id}/actions/${action}`, body);

/** The trigger id that the integration received after a user clicked the button. */
async function trigger(person: Person = crew.bob): Promise<string> {
  await act(person);
  return JSON.parse(integration.received.at(-1)!.body).trigger_id;
}

const FORM = {
  callback_id: 'form',
  title: 'A form',
  state: 'kept',
  notify_on_cancel: true,
  elements: [
    {display_name: 'Name', name: 'name', type: 'text', min_length: 2},
    {display_name: 'Age', name: 'age', type: 'text', subtype: 'number', optional: true},
    {display_name: 'Who', name: 'who', type: 'select', data_source: 'users', optional: true},
    {display_name: 'Sure', name: 'sure', type: 'bool', optional: true},
  ],
};

async function openForm(dialog: object = FORM, person: Person = crew.bob) {
  const answer = await crew.server.anonymous.post('/actions/dialogs/open', {
    trigger_id: await trigger(person),
    url: `${integration.url}/submit`,
    dialog,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return {...opened.at(-1)!.dialog, id: answer.body.dialog_id as string};
}

const submit = (more: object, person: Person = crew.bob) =>
  person.post('/actions/dialogs/submit', {url: `${integration.url}/submit`, callback_id: 'form', ...more});

describe('someone who has left the channel receives', () => {
  let person: Person;
  let post: {id: string};
  let leave: () => Promise<unknown>;

  beforeEach(async () => {
    person = await crew.server.person(`leaver${opened.length}x${Math.floor(performance.now())}`);
    await crew.server.features.teams.addMember(crew.teamId, person.id, crew.ann.id);
    const channelId = await crew.channel(`leaving-${person.username}`, [crew.ann, person], 'P');
    const actions = [{id: 'go', name: 'Go', integration: {url: `${integration.url}/act`}}];
    post = await crew.post(crew.ann, 'press', {
      channel_id: channelId,
      props: {attachments: [{text: 'x', actions}]},
    });
    leave = () => crew.ann.delete(`/channels/${channelId}/members/${person.id}`);
  });

  test('no dialog', async () => {
    await person.post(`/posts/${post.id}/actions/go`, {});
    const trigger_id = JSON.parse(integration.received.at(-1)!.body).trigger_id;
    const dialog = {trigger_id, url: `${integration.url}/submit`, dialog: FORM};
    expect((await crew.server.anonymous.post('/actions/dialogs/open', dialog)).status).toBe(200);
    await leave();
    const before = opened.length;
    expect(await crew.server.anonymous.post('/actions/dialogs/open', dialog)).toMatchObject({
      status: 403,
      body: {
        id: 'api.dialog.open.forbidden.app_error',
        message: expect.stringContaining('is not a member of the channel'),
        path: 'trigger_id',
      },
    });
    expect(opened).toHaveLength(before);
  });

  test('no result of a dialog', async () => {
    await person.post(`/posts/${post.id}/actions/go`, {});
    const trigger_id = JSON.parse(integration.received.at(-1)!.body).trigger_id;
    const request = {trigger_id, url: `${integration.url}/submit`, dialog: FORM};
    const {dialog_id} = (await crew.server.anonymous.post('/actions/dialogs/open', request)).body;
    await leave();
    const before = integration.received.length;
    for (const cancelled of [false, true]) {
      expect((await submit({dialog_id, submission: {name: 'Bob'}, cancelled}, person)).status).toBe(403);
    }
    expect(integration.received).toHaveLength(before);
  });

  test('no response to a button', async () => {
    const shown: string[] = [];
    crew.server.platform.events.inStreamOrder('post:ephemeral', (event) => {
      if (event.userId === person.id) shown.push(event.post.message);
    });
    const press = () => person.post(`/posts/${post.id}/actions/go`, {});
    integration.answer = json({ephemeral_text: 'done'});
    await press();
    expect(shown).toEqual(['done']);
    integration.answer = (request, response) => {
      void leave().then(() => json({ephemeral_text: 'too late'})(request, response));
    };
    expect((await press()).status).toBe(200);
    expect(shown).toEqual(['done']);
  });
});

describe('an action', () => {
  test('sends the user, the channel and its context, which no client sees, to the integration', async () => {
    const {status, body} = await act(crew.bob);
    expect([status, body]).toEqual([200, {status: 'OK', trigger_id: expect.stringMatching(/^\w{26}$/)}]);
    expect(JSON.parse(integration.received.at(-1)!.body)).toEqual({
      user_id: crew.bob.id,
      user_name: 'bob',
      channel_id: crew.channelId,
      channel_name: 'town-square',
      team_id: crew.teamId,
      team_domain: 'crew',
      post_id: buttonPost.id,
      trigger_id: expect.any(String),
      type: 'button',
      data_source: '',
      context: {secret: 'canary'},
    });
    const seen = JSON.stringify([
      buttonPost,
      (await crew.bob.get(`/posts/${buttonPost.id}`)).body,
      (await crew.bob.get(`/channels/${crew.channelId}/posts`)).body,
    ]);
    expect(seen).not.toMatch(/canary|integration"/);
  });

  test('of a menu sends the selected option', async () => {
    await act(crew.bob, 'pick', {selected_option: crew.cat.id});
    expect(JSON.parse(integration.received.at(-1)!.body)).toMatchObject({
      type: 'select',
      data_source: 'users',
      context: {n: 1, selected_option: crew.cat.id},
    });
  });

  test('can update the post, which keeps its props and buttons, and send an ephemeral message', async () => {
    const shown: string[] = [];
    const stop = crew.server.platform.events.inStreamOrder('post:ephemeral', ({userId, post}) => {
      if (userId === crew.bob.id) shown.push(post.message);
    });
    integration.answer = json({update: {message: 'pressed'}, ephemeral_text: '<https://x.io|done>'});
    await act(crew.bob);
    stop();
    const {body} = await crew.bob.get(`/posts/${buttonPost.id}`);
    expect(body.message).toBe('pressed');
    expect(body.props.attachments[0].actions).toHaveLength(3);
    expect(shown).toEqual(['[done](https://x.io)']);
    expect((await act(crew.bob)).status).toBe(200);
  });

  test('can answer with an error, which the person sees', async () => {
    const shown: string[] = [];
    const stop = crew.server.platform.events.inStreamOrder('post:ephemeral', ({userId, post}) => {
      if (userId === crew.bob.id) shown.push(post.message);
    });
    for (const value of [
      {error: 'Only Ann can ship.'},
      {ephemeral_text: 'Not shipped.', error: ' The build failed. '},
      {error: 'x'.repeat(5000)},
      {error: {message: 'no text'}},
      {error: '  '},
    ]) {
      integration.answer = json(value);
      expect((await act(crew.bob)).status).toBe(200);
    }
    stop();
    expect(shown).toEqual([
      ':warning: Only Ann can ship.',
      'Not shipped.\n\n:warning: The build failed.',
      `:warning: ${'x'.repeat(1000)}`,
    ]);
  });

  test.each([
    ['nosuch', 404],
    ['off', 404],
  ])('%s answers %i', async (action, status) => {
    expect(await act(crew.bob, action)).toMatchObject({
      status,
      body: {id: 'api.post.do_action.action_id.app_error'},
    });
  });

  test('with a query, which would have no effect, is rejected', async () => {
    expect(await act(crew.bob, 'go', {query: {page: '2'}})).toMatchObject({
      status: 400,
      body: {id: 'api.post.do_action.query.app_error', path: 'query'},
    });
    expect((await act(crew.bob, 'go', {query: {}})).status).toBe(200);
  });

  test('of a post that the user cannot read is rejected', async () => {
    expect((await act(crew.stranger)).status).toBe(403);
  });

  test.each([
    ['a bad status', json({}, 500)],
    ['broken JSON', ((_request, response) => response.end('{')) as Integration['answer']],
    ['a cut connection', ((_request, response) => response.destroy()) as Integration['answer']],
  ])('whose integration returns %s gets 400', async (_name, answer) => {
    integration.answer = answer;
    expect(await act(crew.bob)).toMatchObject({
      status: 400,
      body: {
        id: 'api.post.do_action.action_integration.app_error',
        message: expect.stringMatching(/^The integration /),
      },
    });
  });

  test.each([[null], [5], [[]], [{update: 7, ephemeral_text: {}}], [{update: {props: [], message: 3}}]])(
    'accepts the malformed response %j',
    async (value) => {
      integration.answer = json(value);
      expect((await act(crew.bob)).status).toBe(200);
    },
  );

  test('of an ephemeral post works only with its own cookie', async () => {
    let shown: {id: string; props: {attachments: {actions: {id: string; cookie: string}[]}[]}} | undefined;
    const stop = crew.server.platform.events.inStreamOrder('post:ephemeral', ({post}) => {
      shown = post as unknown as typeof shown;
    });
    await crew.server.features.posts.ephemeral(crew.bob.id, {
      channelId: crew.channelId,
      authorId: crew.bob.id,
      message: 'only you',
      props: {
        attachments: [
          {actions: [{id: 'go', name: 'Go', integration: {url: integration.url, context: {c: 2}}}]},
        ],
      },
    });
    stop();
    const action = shown!.props.attachments[0]!.actions[0]!;
    expect(JSON.stringify(shown)).not.toContain('integration');
    const path = `/posts/${shown!.id}/actions/go`;
    expect((await crew.bob.post(path, {cookie: action.cookie})).status).toBe(200);
    expect(JSON.parse(integration.received.at(-1)!.body)).toMatchObject({
      post_id: shown!.id,
      context: {c: 2},
    });
    expect((await crew.bob.post(path)).status).toBe(404);
    expect((await crew.bob.post(path, {cookie: `${action.cookie.slice(0, -8)}AAAAAAA=`})).status).toBe(400);
    expect((await crew.bob.post(`/posts/${'x'.repeat(26)}/actions/go`, {cookie: action.cookie})).status).toBe(
      400,
    );
  });
});

describe('opening a dialog', () => {
  test('only requires a trigger, and reaches the user’s clients with the trigger id that they know', async () => {
    const {body: pressed} = await act(crew.bob);
    const triggerId = JSON.parse(integration.received.at(-1)!.body).trigger_id;
    const answer = await crew.server.anonymous.post('/actions/dialogs/open', {
      trigger_id: triggerId,
      url: `${integration.url}/submit`,
      dialog: {...FORM, callback_id: 'opened only'},
    });
    expect(answer.body).toEqual({status: 'OK', dialog_id: expect.any(String)});
    expect(opened.at(-1)).toMatchObject({
      userId: crew.bob.id,
      dialog: {
        trigger_id: pressed.trigger_id,
        dialog: {
          title: 'A form',
          submit_label: 'Submit',
          elements: [
            {name: 'name', type: 'text', subtype: 'text', max_length: 150, options: null},
            {},
            {},
            {},
          ],
        },
      },
    });
    const status = await crew.server.anonymous.get(`/actions/dialogs/${answer.body.dialog_id}`);
    expect(status.body.status).toBe('sent');
    await crew.bob.post(`/actions/dialogs/${answer.body.dialog_id}/shown`);
    expect((await crew.server.anonymous.get(`/actions/dialogs/${answer.body.dialog_id}`)).body.status).toBe(
      'shown',
    );
    expect((await crew.cat.post(`/actions/dialogs/${answer.body.dialog_id}/shown`)).status).toBe(404);
    expect(opened.at(-1)!.dialog).toMatchObject({
      dialog_id: answer.body.dialog_id,
      url: `${integration.url}/submit`,
    });
  });

  test('that was closed or does not exist cannot be shown, and has no status if it does not exist', async () => {
    const {id} = await openForm();
    await submit({dialog_id: id, cancelled: true});
    expect((await crew.bob.post(`/actions/dialogs/${id}/shown`)).status).toBe(404);
    const unknown = `/actions/dialogs/${'x'.repeat(26)}`;
    expect((await crew.bob.post(`${unknown}/shown`)).status).toBe(404);
    expect(await crew.server.anonymous.get(unknown)).toMatchObject({
      status: 404,
      body: {id: 'api.dialog.get.not_found.app_error'},
    });
  });

  test('is possible for a day, and dialogs are deleted after a week', async () => {
    const DAY = 24 * 3_600_000;
    const [{id: open}, {id: closed}, {id: sent}] = [await openForm(), await openForm(), await openForm()];
    await submit({dialog_id: closed, cancelled: true});
    const setAge = (age: number) =>
      crew.server.platform.database.execute({
        text: 'update Dialogs set CreateAt = $1 where Id = any($2)',
        values: [Date.now() - age, [open, closed, sent]],
      });
    const statuses = async () =>
      Promise.all(
        [open, closed, sent].map(
          async (id) => (await crew.server.anonymous.get(`/actions/dialogs/${id}`)).body.status,
        ),
      );
    await setAge(DAY - 60_000);
    expect(await statuses()).toEqual(['sent', 'cancelled', 'sent']);
    expect((await submit({dialog_id: open, submission: {}})).status).toBe(200);
    await crew.bob.post(`/actions/dialogs/${open}/shown`);
    expect(await statuses()).toEqual(['shown', 'cancelled', 'sent']);
    await setAge(DAY + 60_000);
    expect(await statuses()).toEqual(['expired', 'cancelled', 'expired']);
    expect((await submit({dialog_id: open, submission: {}})).body.id).toBe(
      'api.dialog.submit.not_open.app_error',
    );
    await setAge(7 * DAY - 60_000);
    await crew.server.features.dialogs.sweep();
    expect(await statuses()).toEqual(['expired', 'cancelled', 'expired']);
    await setAge(7 * DAY + 60_000);
    await crew.server.features.dialogs.sweep();
    expect(await statuses()).toEqual([undefined, undefined, undefined]);
  });

  const encode = (text: string) => Buffer.from(text).toString('base64');

  test.each([
    ['not Base64', () => '***', 'base64_decode_failed', 'it is not Base64'],
    ['too few parts', () => encode('a:b'), 'missing_data', 'it has 2 parts instead of 4'],
    ['an old time', () => encode(`a:b:${Date.now() - 34_200}:x`), 'expired', 'it expired \\d+\\.\\d s ago'],
    ['an invalid time', () => encode('a:b:c:x'), 'expired', 'its time is not a number'],
    [
      'a signature that is not Base64',
      () => encode(`a:b:${Date.now()}:*`),
      'base64_decode_failed_signature',
      'not Base64',
    ],
    [
      'an invalid signature',
      () => encode(`a:b:${Date.now()}:${encode('xyz')}`),
      'signature_decode_failed',
      'not ASN.1',
    ],
  ])('with %s is rejected with a reason', async (_name, make, reason, message) => {
    const answer = await crew.server.anonymous.post('/actions/dialogs/open', {
      trigger_id: make(),
      url: integration.url,
      dialog: {...FORM, callback_id: 'opened only'},
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {id: `interactive_message.decode_trigger_id.${reason}`, message: expect.stringMatching(message)},
    });
  });

  test('with a changed trigger is rejected', async () => {
    const parts = Buffer.from(await trigger(), 'base64')
      .toString()
      .split(':');
    parts[1] = crew.cat.id;
    expect(
      await crew.server.anonymous.post('/actions/dialogs/open', {
        trigger_id: encode(parts.join(':')),
        url: integration.url,
        dialog: {...FORM, callback_id: 'opened only'},
      }),
    ).toMatchObject({
      status: 400,
      body: {id: 'interactive_message.decode_trigger_id.verify_signature_failed'},
    });
  });

  test('with a field over its limit reports the field', async () => {
    const answer = await crew.server.anonymous.post('/actions/dialogs/open', {
      trigger_id: await trigger(),
      url: integration.url,
      dialog: {...FORM, title: 'x'.repeat(25)},
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {path: 'dialog.title', message: expect.stringContaining('at most 24')},
    });
  });

  test.each([
    ['', 'sent to "": it is missing.'],
    ['ftp://x.io', 'sent to "ftp://x.io": '],
    ['nonsense', 'sent to "nonsense": '],
    [`ftp://${'x'.repeat(1000)}`, `sent to "ftp://${'x'.repeat(194)}": `],
  ])('with the URL %j is rejected', async (url, message) => {
    const body = {trigger_id: await trigger(), url, dialog: {...FORM, callback_id: 'opened only'}};
    expect(await crew.server.anonymous.post('/actions/dialogs/open', body)).toMatchObject({
      status: 400,
      body: {path: 'url', message: expect.stringContaining(message)},
    });
  });

  test('with an expired session is rejected', async () => {
    const body = {
      trigger_id: await trigger(),
      url: integration.url,
      dialog: {...FORM, callback_id: 'opened only'},
    };
    expect((await crew.server.withToken('x'.repeat(26)).post('/actions/dialogs/open', body)).status).toBe(
      401,
    );
  });
});

describe('submitting', () => {
  test('sends the user, channel and values, regardless of what the client claims, and closes the dialog', async () => {
    const {id} = await openForm();
    const {status, body} = await submit({
      user_id: crew.cat.id,
      channel_id: 'x'.repeat(26),
      submission: {name: 'Bob', age: '41', who: crew.cat.id, unknown: 'dropped'},
    });
    expect([status, body]).toEqual([200, {}]);
    expect(JSON.parse(integration.received.at(-1)!.body)).toEqual({
      type: 'dialog_submission',
      callback_id: 'form',
      state: 'kept',
      user_id: crew.bob.id,
      channel_id: crew.channelId,
      team_id: crew.teamId,
      submission: {name: 'Bob', age: 41, who: crew.cat.id, sure: false},
      cancelled: false,
    });
    expect((await crew.server.anonymous.get(`/actions/dialogs/${id}`)).body.status).toBe('submitted');
    expect((await submit({submission: {name: 'Bob'}})).body.id).toBe('api.dialog.submit.not_open.app_error');
  });

  test('invalid values returns errors and sends nothing', async () => {
    await openForm();
    const before = integration.received.length;
    const {body} = await submit({submission: {name: 'B', age: 'old', who: 'x'.repeat(26)}});
    expect(body.errors).toEqual({
      name: 'Enter at least 2 characters. You entered 1.',
      age: 'Enter a number.',
      who: 'Choose one of the users.',
    });
    expect(integration.received.length).toBe(before);
    expect((await submit({submission: {name: 'Bob'}})).body).toEqual({});
  });

  test('a guest can only choose people they share a channel with', async () => {
    const guest = await crew.server.person('guest');
    expect((await crew.server.admin.post(`/users/${guest.id}/demote`)).status).toBe(200);
    await crew.server.features.teams.addMember(crew.teamId, guest.id, crew.ann.id);
    await crew.server.features.channels.addMember(crew.channelId, guest.id, crew.ann.id);
    const {id} = await openForm({...FORM, elements: [FORM.elements[2]!]}, guest);
    const choose = async (who: string) => (await submit({dialog_id: id, submission: {who}}, guest)).body;
    expect(await choose(crew.stranger.id)).toEqual({errors: {who: 'Choose one of the users.'}});
    expect(await choose(crew.cat.id)).toEqual({});
  });

  test('a public channel can be chosen, other channels cannot', async () => {
    const elements = [{display_name: 'Where', name: 'where', type: 'select', data_source: 'channels'}];
    const {id} = await openForm({...FORM, elements});
    const choose = async (where: string) => (await submit({dialog_id: id, submission: {where}})).body;
    const direct = await crew.server.features.channels.directChannel(crew.bob.id, crew.ann.id, crew.bob.id);
    for (const channelId of [direct.id, 'x'.repeat(26)]) {
      expect(await choose(channelId)).toEqual({errors: {where: 'Choose one of the channels.'}});
    }
    expect(await choose(crew.channelId)).toEqual({});
  });

  test('shows the integration’s errors and lets the user correct the values', async () => {
    await openForm();
    integration.answer = json({errors: {name: 'taken', age: 7}, error: 'not yet'});
    expect((await submit({submission: {name: 'Bob'}})).body).toEqual({
      errors: {name: 'taken'},
      error: 'not yet',
    });
    for (const faults of [{error: 'later'}, {errors: {name: 'no'}}]) {
      integration.answer = json({...faults, type: 'form', form: FORM});
      expect((await submit({submission: {name: 'Bob'}})).body).toEqual(faults);
    }
    integration.answer = json({errors: {name: '', age: 5}, error: '', type: 'navigate', form: null});
    expect((await submit({submission: {name: 'Rob'}})).body).toEqual({});
    expect((await submit({submission: {name: 'Rob'}})).status).toBe(400);
  });

  test('keeps the dialog open when the integration fails', async () => {
    await openForm();
    integration.answer = json({}, 502);
    expect((await submit({submission: {name: 'Bob'}})).status).toBe(400);
    integration.answer = (_request, response) => response.destroy();
    expect(await submit({submission: {name: 'Bob'}})).toMatchObject({
      status: 400,
      body: {
        id: 'api.post.do_action.action_integration.app_error',
        message: expect.stringMatching(/^The integration .* Your input was kept\. Try again\.$/),
      },
    });
    integration.answer = (_request, response) => response.end('no JSON');
    expect(await submit({submission: {name: 'Bob'}})).toMatchObject({status: 200, body: {}});
  });

  test('is only possible for the dialog’s user', async () => {
    await openForm();
    expect((await submit({submission: {name: 'Cat'}}, crew.cat)).status).toBe(400);
  });

  test('is not possible with the URL of another dialog', async () => {
    const {id} = await openForm();
    const url = `${integration.url}/elsewhere`;
    expect((await submit({url, submission: {name: 'Bob'}})).body.id).toBe(
      'api.dialog.submit.not_open.app_error',
    );
    await submit({dialog_id: id, cancelled: true});
  });

  test('a dialog without elements sends an empty submission', async () => {
    await openForm({callback_id: 'form', title: 'Sure?'});
    await submit({submission: {}});
    expect(JSON.parse(integration.received.at(-1)!.body)).toMatchObject({submission: {}, cancelled: false});
  });
});

describe('one of two open dialogs from a client that sends no dialog id', () => {
  const text = (name: string, more: object = {}) => ({display_name: name, name, type: 'text', ...more});
  const statusOf = async ({id}: {id: string}) =>
    (await crew.server.anonymous.get(`/actions/dialogs/${id}`)).body.status;

  test('is identified by its elements', async () => {
    const lamp = await openForm({...FORM, elements: [text('lamp')]});
    const chair = await openForm({...FORM, elements: [text('chair'), text('color', {optional: true})]});
    const first = await submit({state: 'kept', submission: {lamp: 'red'}});
    expect([first.status, first.body, await statusOf(lamp), await statusOf(chair)]).toEqual([
      200,
      {},
      'submitted',
      'sent',
    ]);
    expect(JSON.parse(integration.received.at(-1)!.body).submission).toEqual({lamp: 'red'});
    const second = await submit({state: 'kept', submission: {chair: 'old', color: null}});
    expect([second.status, second.body, await statusOf(chair)]).toEqual([200, {}, 'submitted']);
  });

  test('is identified by its state, in any order of submission', async () => {
    for (const [one, two] of [
      ['draft', 'final'],
      ['final', 'draft'],
    ]) {
      const limits: Record<string, number> = {draft: 2, final: 20};
      const dialogs: Record<string, {id: string}> = {};
      for (const state of ['draft', 'final']) {
        dialogs[state] = await openForm({
          ...FORM,
          state,
          elements: [text('name', {max_length: limits[state]})],
        });
      }
      for (const state of [one!, two!]) {
        const tooLong = await submit({state, submission: {name: 'x'.repeat(limits[state]! + 1)}});
        expect(tooLong.body.errors).toEqual({name: expect.stringContaining(String(limits[state]))});
        expect((await submit({state, submission: {name: 'x'.repeat(limits[state]!)}})).body).toEqual({});
        expect(JSON.parse(integration.received.at(-1)!.body).state).toBe(state);
        expect(await statusOf(dialogs[state]!)).toBe('submitted');
      }
    }
  });

  test('is the latest one if they are otherwise the same, even if the clock was set back', async () => {
    const older = await openForm({...FORM, elements: [text('name', {max_length: 20})]});
    await crew.server.platform.database.execute({
      text: 'update Dialogs set CreateAt = CreateAt + 600000 where Id = $1',
      values: [older.id],
    });
    const newer = await openForm({...FORM, elements: [text('name', {max_length: 2})]});
    const submission = {name: 'xxx'};
    expect((await submit({state: 'kept', submission})).body.errors).toBeDefined();
    await submit({state: 'kept', submission: {name: 'xx'}});
    expect([await statusOf(older), await statusOf(newer)]).toEqual(['sent', 'submitted']);
    expect((await submit({state: 'kept', submission})).body).toEqual({});
  });
});

describe('a dialog with current features', () => {
  const element = (name: string, type: string, more: object = {}) => ({
    display_name: name,
    name,
    type,
    ...more,
  });
  const ELEMENTS = {
    tags: element('tags', 'select', {
      multiselect: true,
      options: [
        {text: 'Red', value: 'red'},
        {text: 'Blue', value: 'blue'},
      ],
      default: 'red,blue',
    }),
    people: element('people', 'select', {multiselect: true, data_source: 'users'}),
    day: element('day', 'date', {min_date: 'today'}),
    start: element('start', 'datetime', {
      datetime_config: {time_interval: 30, location_timezone: 'Europe/Paris', manual_time_entry: true},
    }),
    city: () =>
      element('city', 'select', {data_source: 'dynamic', data_source_url: `${integration.url}/cities`}),
  };
  const lastRequest = () => {
    const {url, body} = integration.received.at(-1)!;
    return {path: url, ...JSON.parse(body)};
  };

  test('reaches clients with all of its fields', async () => {
    const {tags, day, start} = ELEMENTS;
    const {dialog} = await openForm({
      ...FORM,
      source_url: `${integration.url}/refresh`,
      elements: [tags, {...day, refresh: true}, start, ELEMENTS.city()],
    });
    expect(dialog).toMatchObject({
      source_url: `${integration.url}/refresh`,
      elements: [
        {multiselect: true, default: 'red,blue'},
        {multiselect: false, refresh: true, min_date: 'today', datetime_config: {min_date: 'today'}},
        {
          time_interval: 30,
          datetime_config: {time_interval: 30, location_timezone: 'Europe/Paris', manual_time_entry: true},
        },
        {data_source: 'dynamic', data_source_url: `${integration.url}/cities`, options: null},
      ],
    });
  });

  test('submits lists, dates and times', async () => {
    const {tags, people, day, start} = ELEMENTS;
    const {id} = await openForm({...FORM, elements: [tags, people, day, start]});
    const submission = {tags: ['blue'], people: [crew.cat.id], day: '2000-01-01', start: '2030-01-31T08:30Z'};
    expect((await submit({dialog_id: id, submission})).body.errors).toEqual({
      day: expect.stringMatching(/^Enter .* or a later date\.$/),
    });
    const bad = {...submission, day: '2100-01-01', people: [crew.cat.id, crew.stranger.id, 'x'.repeat(26)]};
    expect((await submit({dialog_id: id, submission: bad})).body.errors).toEqual({
      people: 'Choose one of the users.',
    });
    expect((await submit({dialog_id: id, submission: {...bad, people: []}})).body.errors).toEqual({
      people: 'This field is required.',
    });
    const good = {...submission, day: '2100-01-01'};
    expect((await submit({dialog_id: id, submission: good})).body).toEqual({});
    expect(lastRequest().submission).toEqual(good);
  });

  test('a date may exceed its limit by a day, because the user may be in another time zone', async () => {
    const {id} = await openForm({...FORM, elements: [ELEMENTS.day]});
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
    expect((await submit({dialog_id: id, submission: {day: daysAgo(3)}})).body.errors).toBeDefined();
    expect((await submit({dialog_id: id, submission: {day: daysAgo(1)}})).body).toEqual({});
  });

  const lookup = (body: object, person: Person = crew.bob) => person.post('/actions/dialogs/lookup', body);

  test('looks up options at the URL of the select, with the query and the input so far', async () => {
    const {id} = await openForm({...FORM, elements: [ELEMENTS.tags, ELEMENTS.city()]});
    const items = [{text: 'Paris', value: 'par'}];
    integration.answer = json({items});
    const submission = {tags: ['red'], query: 'pa', selected_field: 'city', other: 'x'};
    // As official clients call it.
    const url = `${integration.url}/cities`;
    const answer = await lookup({url, callback_id: 'form', state: 'kept', submission, user_id: crew.cat.id});
    expect([answer.status, answer.body]).toEqual([200, {items}]);
    expect(lastRequest()).toEqual({
      path: '/cities',
      type: 'dialog_lookup',
      callback_id: 'form',
      state: 'kept',
      user_id: crew.bob.id,
      channel_id: crew.channelId,
      team_id: crew.teamId,
      submission: {tags: ['red'], query: 'pa', selected_field: 'city'},
      cancelled: false,
    });
    expect((await lookup({dialog_id: id, submission: {selected_field: 'city'}})).body).toEqual({items});
    expect((await lookup({dialog_id: id, submission: {query: 5}})).body).toEqual({items});
    expect(lastRequest()).toMatchObject({submission: {query: '5', selected_field: 'city'}});
    await lookup({dialog_id: id, url});
    expect(lastRequest()).toMatchObject({submission: {query: '', selected_field: 'city'}});

    const {text: metrics} = await crew.server.platform.metrics.render();
    expect(metrics).toContain('purpose="dialog-lookup"');
    expect(metrics).toContain('purpose="dialog-submission"');

    const calls = integration.received.length;
    for (const body of [
      {dialog_id: id, submission: {selected_field: 'tags'}},
      {dialog_id: id, url: `${integration.url}/submit`, submission: {selected_field: 'city'}},
      {url: `${integration.url}/elsewhere`, callback_id: 'form', submission: {selected_field: 'city'}},
    ]) {
      expect((await lookup(body)).status).toBe(400);
    }
    expect((await lookup({dialog_id: id, submission: {selected_field: 'tags'}})).body).toMatchObject({
      path: 'selected_field',
      message: expect.stringContaining('has no such element'),
    });
    expect((await lookup({dialog_id: id, submission: {selected_field: 'city'}}, crew.cat)).status).toBe(400);
    expect(integration.received).toHaveLength(calls);
    await submit({dialog_id: id, cancelled: true});
  });

  test.each([
    ['nothing', (_request: unknown, response: {end(text: string): void}) => response.end(''), []],
    ['only spaces', (_request: unknown, response: {end(text: string): void}) => response.end(' \n'), []],
    ['no items', json({}), []],
    ['items that are null', json({items: null}), []],
    ['a list', json([]), 'must be a list'],
    ['too many items', json({items: Array(150).fill({text: 'x', value: 'x'})}), 100],
    ['something else', json({items: [{label: 'x'}]}), 'must be a list'],
    ['no JSON', (_request: unknown, response: {end(text: string): void}) => response.end('oops'), 'not JSON'],
    ['an error', json({}, 500), 'HTTP 500'],
  ])('a lookup that returns %s', async (_name, respond, expected) => {
    const {id} = await openForm({...FORM, elements: [ELEMENTS.city()]});
    integration.answer = respond as typeof integration.answer;
    const {status, body} = await lookup({dialog_id: id, submission: {selected_field: 'city'}});
    if (typeof expected === 'string') {
      expect([status, body.message]).toEqual([400, expect.stringContaining(expected)]);
    } else {
      expect(body.items).toHaveLength(typeof expected === 'number' ? expected : 0);
    }
    await submit({dialog_id: id, cancelled: true});
  });

  test('a refresh sends the input so far to source_url and replaces the form', async () => {
    const source_url = `${integration.url}/refresh`;
    const kind = element('kind', 'bool', {refresh: true, optional: true});
    const {id} = await openForm({
      ...FORM,
      source_url,
      elements: [kind, element('name', 'text', {min_length: 3})],
    });
    const refresh = (body: object) =>
      crew.bob.post('/actions/dialogs/submit', {type: 'refresh', callback_id: 'form', ...body});
    // Each URL is for its purpose.
    expect((await refresh({url: `${integration.url}/submit`, submission: {}})).status).toBe(400);
    expect((await submit({url: source_url, submission: {name: 'Bob'}})).status).toBe(400);
    integration.answer = json({
      type: 'form',
      form: {state: 'two', elements: [kind, element('size', 'text')]},
    });
    const submission = {kind: true, name: 'x', selected_field: 'kind'};
    const {status, body} = await refresh({url: source_url, state: 'kept', submission});
    expect(status).toBe(200);
    // The title and the URL are still those of the first form.
    expect(body).toMatchObject({
      type: 'form',
      form: {title: 'A form', source_url, elements: [{}, {name: 'size'}]},
    });
    expect(lastRequest()).toMatchObject({path: '/refresh', type: 'refresh', submission, state: 'kept'});

    integration.answer = json({type: 'ok'});
    expect((await refresh({dialog_id: id, submission: {selected_field: 5}})).body).toEqual({});
    expect(lastRequest().submission).not.toHaveProperty('selected_field');
    integration.answer = json({errors: {kind: 'no'}});
    expect((await refresh({dialog_id: id, submission: {}})).body).toEqual({errors: {kind: 'no'}});
    integration.answer = json({error: 'not now'});
    expect((await refresh({dialog_id: id, submission: {}})).body).toEqual({error: 'not now'});
    expect((await crew.cat.post('/actions/dialogs/submit', {type: 'refresh', dialog_id: id})).status).toBe(
      400,
    );

    expect((await refresh({url: `${source_url}/other`, submission: {}})).status).toBe(400);

    integration.answer = json({});
    // The new form has no element `name`.
    expect((await submit({dialog_id: id, submission: {size: 'big', name: 'Bob'}})).body).toEqual({});
    expect(lastRequest()).toMatchObject({state: 'two'});
    expect(lastRequest().submission).toEqual({kind: false, size: 'big'});
    expect((await refresh({dialog_id: id, submission: {}})).status).toBe(400);
  });

  test('a dialog without source_url cannot be refreshed', async () => {
    const {id} = await openForm();
    expect(await submit({dialog_id: id, type: 'refresh', submission: {}})).toMatchObject({
      status: 400,
      body: {path: 'type', message: expect.stringContaining('has no source_url')},
    });
    await submit({dialog_id: id, cancelled: true});
  });

  test('a form with several steps submits the values of all steps', async () => {
    const {id} = await openForm({...FORM, elements: [element('one', 'text', {max_length: 5})]});
    integration.answer = json({
      type: 'form',
      form: {title: 'Step 2', state: 's2', elements: [element('two', 'text')]},
    });
    const first = await submit({submission: {one: 'a'}});
    expect(first.body).toMatchObject({type: 'form', form: {title: 'Step 2', state: 's2'}});
    expect((await crew.server.anonymous.get(`/actions/dialogs/${id}`)).body.status).toBe('sent');
    integration.answer = json({type: 'form', form: {title: 'Step 3', elements: [element('three', 'text')]}});
    await submit({state: 's2', submission: {one: 'a', two: 'b'}});
    integration.answer = json({type: 'ok'});
    const last = await submit({submission: {one: 'too long', two: 'b', three: 'c'}});
    expect(last.body).toEqual({});
    // Values that a client sends for an earlier step must still be valid.
    expect(lastRequest().submission).toEqual({two: 'b', three: 'c'});
    expect((await crew.server.anonymous.get(`/actions/dialogs/${id}`)).body.status).toBe('submitted');
  });

  test('a form with several steps remembers the last 50 values, each name once', async () => {
    const step = (number: number) =>
      Array.from({length: 5}, (_, index) => element(`e${number}-${index}`, 'text', {optional: true}));
    const {id} = await openForm({...FORM, elements: step(0)});
    const submission: Record<string, string> = {};
    for (let number = 0; number < 12; number++) {
      for (const {name} of step(number)) submission[name] = 'x';
      integration.answer = json({type: 'form', form: {elements: step(number + 1)}});
      const {body} = await submit({dialog_id: id, submission});
      expect(body.form.elements).toMatchObject([{name: `e${number + 1}-0`}, {}, {}, {}, {}]);
    }
    expect(Object.keys(lastRequest().submission)).toHaveLength(55);
    expect(lastRequest().submission).not.toHaveProperty('e0-4');

    // Elements that are repeated replace each other.
    integration.answer = json({
      type: 'form',
      form: {elements: [element('e11-0', 'bool'), ...step(12).slice(1)]},
    });
    for (let time = 0; time < 12; time++) {
      await submit({dialog_id: id, submission: {...submission, 'e11-0': true}});
    }
    integration.answer = json({});
    await submit({dialog_id: id, submission: {...submission, 'e11-0': true}});
    expect(lastRequest().submission).toMatchObject({'e11-0': true, 'e11-1': 'x', 'e3-0': 'x'});
  });

  test('the next step also reports that it was canceled', async () => {
    const {id} = await openForm({...FORM, elements: [element('one', 'text')]});
    integration.answer = json({type: 'form', form: {elements: [element('two', 'text')]}});
    await submit({dialog_id: id, submission: {one: 'a'}});
    integration.answer = json({error: 'too late'});
    expect((await submit({dialog_id: id, cancelled: true})).body).toEqual({error: 'too late'});
    expect(lastRequest()).toMatchObject({cancelled: true, submission: {}});
  });

  test('there is no next step if the dialog was canceled in the meantime', async () => {
    const {id} = await openForm({...FORM, notify_on_cancel: false});
    const form = json({type: 'form', form: FORM});
    integration.answer = (request, response) => {
      void submit({dialog_id: id, cancelled: true}).then(() => form(request, response));
    };
    expect((await submit({dialog_id: id, submission: {name: 'Bob'}})).body.id).toBe(
      'api.dialog.submit.not_open.app_error',
    );
  });

  test.each([
    [{type: 'form'}, 'needs a form'],
    [{type: 'form', form: {elements: [{type: 'rocket'}]}}, 'dialog.elements[0].type is not one of'],
    [{type: 'ok', form: FORM}, 'needs the type "form"'],
    [{type: 'explode'}, 'unknown type "explode"'],
  ])('the response %j is reported, and the input is kept', async (response, message) => {
    const {id} = await openForm();
    integration.answer = json(response);
    expect(await submit({dialog_id: id, submission: {name: 'Bob'}})).toMatchObject({
      status: 400,
      body: {
        id: 'app.submit_interactive_dialog.invalid_response',
        message: expect.stringContaining(message),
      },
    });
    integration.answer = json({});
    expect((await submit({dialog_id: id, submission: {name: 'Bob'}})).body).toEqual({});
  });
});

describe('canceling', () => {
  test('sends an empty submission only if the dialog requests it', async () => {
    const {id} = await openForm();
    await submit({cancelled: true, submission: {name: 'secret'}});
    expect(JSON.parse(integration.received.at(-1)!.body)).toMatchObject({
      cancelled: true,
      submission: {},
      state: 'kept',
    });
    expect((await crew.server.anonymous.get(`/actions/dialogs/${id}`)).body.status).toBe('cancelled');
    await openForm({...FORM, notify_on_cancel: false});
    const before = integration.received.length;
    expect((await submit({cancelled: true})).body).toEqual({});
    expect(integration.received.length).toBe(before);
  });
});
